import { ours, product } from './entry.ts'

/** The loan and its money: -92020xxx. */
export const loanCodes = {
  loanStatusInvalid: product(-92020043, 409, '/notification/302', {
    en: 'This link or step no longer applies to your loan. Go to your home page.',
    es: 'Este enlace o paso ya no corresponde a su préstamo. Vaya a su página de inicio.',
  }),
  loanNotFound: ours(-92020044, 404, '/404', {
    en: 'We cannot find this loan. Open it from your home page.',
    es: 'No encontramos este préstamo. Ábralo desde su página de inicio.',
  }),
  changeAlreadyOpen: ours(-92020045, 409, 'popup', {
    en: 'A change to this loan is already open. Cancel it or wait until it is done.',
    es: 'Ya hay un cambio abierto de este préstamo. Cancélelo o espere a que termine.',
  }),
  changeNotCancelable: ours(-92020046, 409, 'popup', {
    en: 'Part of this change was already sent and cannot be canceled. Contact us for help.',
    es: 'Una parte de este cambio ya se envió y no se puede cancelar. Pídanos ayuda.',
  }),
  changeTooLate: ours(-92020047, 409, 'popup', {
    en: 'This payment is already on its way. Choose a later payment.',
    es: 'Este pago ya está en camino. Elija un pago posterior.',
  }),
  changeTypeRefused: ours(-92020048, 422, 'popup', {
    en: 'This change is not available. Choose one of the changes shown.',
    es: 'Este cambio no se ofrece. Elija uno de los que se muestran.',
  }),
  amountTooSmall: ours(-92020049, 422, 'field errors', {
    en: 'This amount would not repay the loan. Enter at least the amount shown.',
    es: 'Este monto no pagaría el préstamo. Escriba al menos el monto que se muestra.',
  }),
  amountTooLarge: ours(-92020050, 422, 'field errors', {
    en: 'This amount is more than you owe. Enter less, or pay off.',
    es: 'Este monto es más de lo que debe. Escriba menos o pague todo.',
  }),
  dateNotAvailable: ours(-92020051, 422, 'field errors', {
    en: 'This date cannot be chosen. Pick one of the offered dates.',
    es: 'Esta fecha no se puede elegir. Elija una de las ofrecidas.',
  }),
  cutOffPassed: ours(-92020052, 409, 'popup', {
    en: 'The cut-off for today has passed. Accept the next date to continue.',
    es: 'Ya pasó la hora límite de hoy. Acepte la próxima fecha para continuar.',
  }),
  quoteOutdated: ours(-92020053, 409, 'look again', {
    en: 'This quote is out of date. Look at the new figures and confirm again.',
    es: 'Este cálculo ya no está al día. Vea las cifras nuevas y confirme otra vez.',
  }),
  paymentModeRefused: ours(-92020054, 422, 'field errors', {
    en: 'This way to pay is not available. Choose another way to pay.',
    es: 'Esta forma de pago no se ofrece. Elija otra.',
  }),
  authorizationRequired: ours(-92020055, 422, 'authorize', {
    en: 'We need a new payment authorization from you. Sign one, or choose another way to pay.',
    es: 'Necesitamos una nueva autorización de pago suya. Firme una o elija otra forma de pagar.',
  }),
  debitNotEligible: ours(-92020056, 422, 'popup', {
    en: 'This payment cannot be taken from your account. Choose another way to pay.',
    es: 'No se puede cobrar este pago de su cuenta. Elija otra forma de pagar.',
  }),
  rescissionTimePassed: ours(-92020057, 409, 'popup', {
    en: 'The time to cancel has passed. You can pay off the loan instead.',
    es: 'Ya pasó el tiempo para cancelar. En su lugar puede pagar todo el préstamo.',
  }),
  repairNotOpen: ours(-92020058, 409, '/notification/206', {
    en: 'There is nothing to repair now. Go to your home page.',
    es: 'Ahora no hay nada que corregir. Vaya a su página de inicio.',
  }),
  withdrawalTooLate: ours(-92020059, 409, 'popup', {
    en: 'The money is already on its way. You can cancel the loan once it has arrived.',
    es: 'El dinero ya está en camino. Puede cancelar el préstamo cuando llegue.',
  }),
  disbursementNotOpen: ours(-92020060, 409, 'popup', {
    en: 'This payout can no longer be changed. See its status on your home page.',
    es: 'Este desembolso ya no se puede cambiar. Vea su estado en su página de inicio.',
  }),
  reviewDecisionRefused: ours(-92020061, 409, 'popup', {
    en: 'This decision does not fit the state of the loan. Reload the queue and look again.',
    es: 'Esta decisión no corresponde al estado del préstamo. Recargue la lista y mire otra vez.',
  }),
  makerCheckerSame: ours(-92020062, 403, 'popup', {
    en: 'A second person must confirm this. Ask a colleague to approve it.',
    es: 'Una segunda persona debe confirmarlo. Pida a un colega que lo apruebe.',
  }),
  batchNotAllowed: ours(-92020063, 409, 'popup', {
    en: 'No batch can be cut now. Run it on a banking day before the cut-off.',
    es: 'Ahora no se puede crear un lote. Hágalo en un día bancario antes de la hora límite.',
  }),
  importRefused: ours(-92020064, 422, 'popup', {
    en: 'This file cannot be imported. Check the lines named and send it again.',
    es: 'Este archivo no se puede importar. Revise las líneas indicadas y envíelo otra vez.',
  }),
  workItemOver: ours(-92020070, 409, 'popup', {
    en: 'This work item is closed already. Look at the list of open ones.',
    es: 'Esta tarea ya está cerrada. Mire la lista de las abiertas.',
  }),
  workItemHeld: ours(-92020080, 409, 'popup', {
    en: 'A colleague works on this item. Ask them, or take it over.',
    es: 'Un colega trabaja en esta tarea. Pregúntele, o hágase cargo de ella.',
  }),
  workItemCauseOpen: ours(-92020071, 409, 'popup', {
    en: 'The cause of this work item is still there. Settle it first; look at the item for what may be done.',
    es: 'La causa de esta tarea sigue ahí. Resuélvala primero; mire en la tarea lo que se puede hacer.',
  }),
  workItemNotPutOff: ours(-92020171, 409, 'popup', {
    en: 'This work item cannot be put off. Please close it with what was done.',
    es: 'Esta tarea no se puede aplazar. Ciérrela con lo que se hizo, por favor.',
  }),
  workItemTakesTwo: ours(-92020073, 409, 'popup', {
    en: 'Two people settle what the bank sent. Enter it with “ops returns resolve”; a colleague confirms it at the desk.',
    es: 'Dos personas resuelven lo que envió el banco. Regístrelo con “ops returns resolve”; un colega lo confirma en el escritorio.',
  }),
  exceptionRefused: ours(-92020074, 409, 'popup', {
    en: 'The bank’s entry cannot be applied like that. Check the work item and the transaction, then enter it again.',
    es: 'El aviso del banco no se puede aplicar así. Revise la tarea y la transacción, y regístrelo de nuevo.',
  }),
  reversalRefused: ours(-92020078, 409, 'popup', {
    en: 'This entry cannot be reversed. Read why, or enter a refund.',
    es: 'Esta transferencia no se puede revertir. Lea por qué, o registre un reembolso.',
  }),
  prenoteRefused: ours(-92020079, 409, 'popup', {
    en: 'No prenote is sent for this loan now. Read why.',
    es: 'No se envía ninguna prueba de cuenta para este préstamo ahora. Lea por qué.',
  }),
  documentNotNeeded: ours(-92020072, 409, 'popup', {
    en: 'We no longer need this document. Open the page again to see what is left to do.',
    es: 'Ya no necesitamos este documento. Abra la página otra vez para ver qué falta.',
  }),
  clockNotMovable: ours(-92020065, 409, 'popup', {
    en: 'This clock cannot be moved there. Choose a later moment, on a demonstration server.',
    es: 'Este reloj no se puede mover ahí. Elija un momento posterior, en un servidor de demostración.',
  }),
} as const
