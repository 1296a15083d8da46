/** The answers to "Why?", in Spanish. */
export const es = {
  amountTitle: '¿Por qué {maximum} y no más?',
  product: 'Nuestros préstamos llegan hasta {amount}.',
  category: 'Para un cliente como usted, nuevo o que vuelve, los préstamos llegan hasta {amount}.',
  tier: 'Por lo que muestra su cuenta, un primer préstamo con nosotros puede ser de hasta {amount}.',
  ladder: 'Después de los préstamos que ya nos pagó, el próximo puede ser de hasta {amount}.',
  incomeShare:
    'Su banco muestra {income} al mes. Prestamos como máximo el {percent}% de lo que eso suma en dos semanas: {amount}.',
  state: 'En {state}, un préstamo como este puede ser de {amount} como máximo.',
  stateIncomeShare:
    'En {state}, se puede prestar como máximo el {percent}% de los ingresos de un mes: {amount}.',
  lowest: 'Este es el límite más bajo, así que es el que decide. Redondeamos hacia abajo en pasos de {step}.',
  others: 'Los otros límites eran más altos:',
  noBasis: 'Su edad, familia, origen, religión o tipo de ingresos no cuentan.',
  apr: 'Contados hasta el {effective} con esta tasa anual, sus {number} pagos valen justo los {amountFinanced} que recibe. La tasa cuenta el interés, los cargos y el día de cada pago. La ley dice cómo se calcula (Regulación Z, Apéndice J).',
  financeCharge:
    'Los {total} que paga en total, menos los {amountFinanced} que recibe, son {financeCharge}. El interés corre día a día sobre lo que todavía debe; pagar antes cuesta menos.',
  youReceive: 'Usted pide {amount} y no se descuenta ningún cargo.',
  youReceiveLess: 'Usted pide {amount}. Se descuenta una vez el cargo de {fee} y quedan {amountFinanced}.',
  total: '{others} pagos de {installment} y uno último de {last}.',
  totalEven: '{number} pagos de {installment}.',
  mapr: 'La tasa anual con todos los cargos que cuenta la Ley de Préstamos Militares. Puede ser del 36% como máximo.',
  installment:
    'El pago más pequeño que devuelve el préstamo en {number} pagos con su interés. El último toma los centavos que quedan.',
  lastDate:
    'Sus {number} pagos siguen al primero: {frequency}. Si los bancos cierran uno de esos días, el pago se mueve como sus días de pago.',
  fee: 'Es el {percent}% de los {amount} que pide.',
  feeAtMost: 'Es el {percent}% de los {amount} que pide, y nunca más de {most}.',
  firstDate:
    'Su dinero debe llegar el {effective}. El primer pago cae en uno de sus días de pago después de eso: puede elegir del {earliest} al {latest}. Una fecha más temprana cuesta menos interés.',
} as const
