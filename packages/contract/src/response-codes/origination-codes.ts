import { ours, product } from './entry.ts'

/** From application to signature: -83131xxx. */
export const originationCodes = {
  portfolioClosed: product(-83131201, 422, 'popup', {
    en: 'This portfolio is no longer originating new loans',
    es: 'Este portafolio ya no otorga préstamos nuevos',
  }),
  applicationAlreadyOpen: ours(-83131202, 409, 'popup', {
    en: 'You already have an open application or loan. Go to your home page to continue it.',
    es: 'Ya tiene una solicitud o un préstamo abierto. Vaya a su página de inicio para continuar.',
  }),
  sectionsIncomplete: ours(-83131203, 422, 'popup', {
    en: 'Some sections are not complete. Fill in the marked sections, then try again.',
    es: 'Hay secciones incompletas. Llene las secciones marcadas e inténtelo de nuevo.',
  }),
  sectionNotEditable: ours(-83131204, 409, 'popup', {
    en: 'This section can no longer be changed. Contact us if it is wrong.',
    es: 'Esta sección ya no se puede cambiar. Avísenos si hay un error.',
  }),
  inCollection: ours(-83131205, 422, 'popup', {
    en: 'Your current loan is past due. Settle it or contact us before applying.',
    es: 'Su préstamo actual está atrasado. Páguelo o llámenos antes de solicitar otro.',
  }),
  incomeNotVerified: ours(-83131206, 422, 'popup', {
    en: 'Your income is not verified yet. Link your bank account first.',
    es: 'Sus ingresos aún no están verificados. Primero conecte su cuenta bancaria.',
  }),
  noQualifiedAmount: ours(-83131207, 422, '/notification/203', {
    en: 'No amount is available with this bank account. You may try another account.',
    es: 'No hay ningún monto disponible con esta cuenta bancaria. Puede probar con otra cuenta.',
  }),
  verificationTriesUsedUp: ours(-83131208, 429, 'popup', {
    en: 'You have used all your bank links for now. Upload a bank statement instead, or contact us.',
    es: 'Se intentó verificar el banco demasiadas veces. Suba un estado de cuenta o llámenos.',
  }),
  verificationProviderUnavailable: ours(-83131209, 502, 'popup', {
    en: 'The bank connection isn’t responding. Try again, or upload a bank statement.',
    es: 'La conexión con el banco no responde. Inténtelo de nuevo o suba un estado de cuenta.',
  }),
  bankAccountNotMatched: ours(-83131210, 422, 'field errors', {
    en: 'The account does not match the one you linked. Enter the matching numbers, or link that account.',
    es: 'La cuenta no coincide con la que conectó. Escriba los números correctos o conecte esa cuenta.',
  }),
  amountOutOfRange: ours(-83131211, 422, 'field errors', {
    en: 'This amount is not available. Choose one within your range.',
    es: 'Este monto no está disponible. Elija uno dentro de su rango.',
  }),
  planNotOffered: ours(-83131212, 422, 'popup', {
    en: 'This payment plan is not available. Choose one of the plans shown.',
    es: 'Este plan de pagos no está disponible. Elija uno de los que se muestran.',
  }),
  offerExpired: ours(-83131213, 410, 'popup', {
    en: 'This offer has expired. Calculate your amount again.',
    es: 'Esta oferta venció. Calcule su monto otra vez.',
  }),
  planRecalculationRequired: ours(-83131214, 409, 'popup', {
    en: 'Your answers changed since this plan was made. Recalculate the plan first.',
    es: 'Sus respuestas cambiaron desde que se hizo este plan. Primero vuelva a calcularlo.',
  }),
  signingNotOpen: ours(-83131215, 409, 'popup', {
    en: 'This document cannot be signed now. Open a new signing from your loan.',
    es: 'Este documento no se puede firmar ahora. Abra una nueva firma desde su préstamo.',
  }),
  signingExpired: ours(-83131216, 410, 'popup', {
    en: 'The time to sign has passed. Ask for a new document to sign.',
    es: 'Ya pasó el tiempo para firmar. Pida un documento nuevo.',
  }),
  signingVoided: ours(-83131217, 409, 'popup', {
    en: 'Your loan terms changed. Review the new document and sign that one.',
    es: 'Cambiaron las condiciones de su préstamo. Revise el documento nuevo y firme ese.',
  }),
  signingSuspended: ours(-83131218, 423, 'popup', {
    en: 'Signing is paused while we look at your loan. Contact us for help.',
    es: 'La firma está en pausa mientras revisamos su préstamo. Pídanos ayuda.',
  }),
  signingAlreadySigned: ours(-83131219, 409, '/notification/206', {
    en: 'This document is already signed. Go to your home page.',
    es: 'Este documento ya está firmado. Vaya a su página de inicio.',
  }),
  signingConsentMissing: ours(-83131220, 422, 'popup', {
    en: 'Confirm first that you can open the document and agree to electronic records.',
    es: 'Primero confirme que puede abrir el documento y acepte los registros electrónicos.',
  }),
  documentHashMismatch: ours(-83131221, 409, 'popup', {
    en: 'The document shown is not the latest one. Reload the page and read it again.',
    es: 'El documento mostrado no es el más reciente. Recargue la página y léalo otra vez.',
  }),
  couponNotValid: ours(-83131222, 422, 'field errors', {
    en: 'This coupon is not valid. Check the code, or continue without it.',
    es: 'Este cupón no es válido. Revise el código o continúe sin él.',
  }),
  couponNotApplicable: ours(-83131223, 422, 'popup', {
    en: 'This coupon cannot be used on this loan. Choose another coupon.',
    es: 'Este cupón no sirve para este préstamo. Elija otro cupón.',
  }),
  couponAlreadyUsed: ours(-83131224, 409, 'popup', {
    en: 'This coupon is already used. Choose another coupon.',
    es: 'Este cupón ya se usó. Elija otro cupón.',
  }),
  stateNotServed: ours(-83131225, 422, 'field errors', {
    en: 'We do not lend in this state. Check the state of your address.',
    es: 'No prestamos en este estado. Revise el estado de su dirección.',
  }),
  applicationDeclined: ours(-83131226, 422, '/notification/301', {
    en: 'We cannot offer a loan now. Read the notice for the reasons and what would change them.',
    es: 'Ahora no podemos ofrecerle un préstamo. Lea en el aviso los motivos y qué los cambiaría.',
  }),
  attachNotPossible: ours(-83131227, 422, 'popup', {
    en: 'This application cannot be added to your account. Check that the details are yours, or contact us.',
    es: 'Esta solicitud no se puede unir a su cuenta. Revise que los datos sean suyos o llámenos.',
  }),
  applicationBlocked: ours(-83131228, 423, 'popup', {
    en: 'This application is on hold. Please contact us to continue.',
    es: 'Esta solicitud está en pausa. Comuníquese con nosotros para continuar.',
  }),
  signatureInvalid: ours(-83131229, 422, 'field errors', {
    en: 'The signature is not complete. Type your full name or draw it.',
    es: 'La firma no está completa. Escriba su nombre completo o dibújelo.',
  }),
  militaryCheckUnavailable: ours(-83131230, 503, 'wait and retry', {
    en: 'A check that the law requires is not available now. Please try again in a few minutes.',
    es: 'Una revisión que pide la ley no está disponible ahora. Inténtelo de nuevo en unos minutos.',
  }),
} as const
