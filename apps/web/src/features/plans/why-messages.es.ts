/** The answers to "Why?", in Spanish. */
export const es = {
  amountTitle: '¿Por qué {maximum} y no más?',
  product: 'Nuestros préstamos llegan hasta {amount}.',
  newCategory: 'Los clientes nuevos pueden pedir hasta {amount}.',
  returningCategory: 'Los clientes que vuelven pueden pedir hasta {amount}.',
  tier: 'Según su cuenta bancaria, un primer préstamo con nosotros puede ser de hasta {amount}.',
  ladder: 'Después de los préstamos que ya nos pagó, el próximo puede ser de hasta {amount}.',
  incomeShare:
    'Su banco muestra {income} al mes. Prestamos como máximo el {percent}% de dos semanas de esos ingresos: {amount}.',
  state: 'En {state}, un préstamo como este puede ser de {amount} como máximo.',
  stateIncomeShare:
    'En {state}, un préstamo puede ser como máximo el {percent}% de los ingresos de un mes: {amount}.',
  lowest: 'Este es el límite más bajo, así que fija su máximo. Redondeamos hacia abajo en pasos de {step}.',
  others: 'Los otros límites eran más altos:',
  noBasis: 'Su edad, familia, origen, religión o tipo de ingresos no cuentan.',
  apr: 'Es el costo anual de los {amountFinanced} que recibe el {effective} y paga en {number} pagos. Cuenta el interés, los cargos y el día en que vence cada pago. La ley dice cómo se calcula (Regulación Z, Apéndice J).',
  financeCharge:
    'Los {total} que paga en total, menos los {amountFinanced} que recibe, son {financeCharge}. El interés se cobra cada día sobre lo que todavía debe; pagar antes cuesta menos.',
  youReceive: 'Usted pide {amount} y no se descuenta ningún cargo.',
  youReceiveLess: 'Usted pide {amount}. Se descuenta una vez el cargo de {fee} y quedan {amountFinanced}.',
  total: '{others} pagos de {installment} y uno último de {last}.',
  totalEven: '{number} pagos de {installment}.',
  mapr: 'La tasa anual con todos los cargos que cuenta la Ley de Préstamos Militares. Puede ser del 36% como máximo.',
  installment:
    'El pago más pequeño que paga el préstamo y su interés en {number} pagos. El último ajusta los centavos.',
  lastDate:
    'Después del primero, sus pagos vencen {frequency}, {number} en total. Si los bancos cierran uno de esos días, el pago se mueve con su día de pago.',
  fee: 'Es el {percent}% de los {amount} que pide.',
  feeAtMost: 'Es el {percent}% de los {amount} que pide, y nunca más de {most}.',
  firstDate:
    'Su dinero debe llegar el {effective}. El primer pago vence en uno de sus días de pago posteriores: puede elegir del {earliest} al {latest}. Una fecha más temprana cuesta menos interés.',
} as const
