/** How a plan fits an account, in Spanish. */
export const es = {
  title: 'Cómo encaja con sus días de pago y sus cuentas',
  fits: 'Según lo que sabemos, su cuenta queda por encima de cero. Su saldo más bajo es {balance} el {date}.',
  shortTitle: 'Puede que un pago no le alcance',
  short: 'El {date} su cuenta podría no tener lo suficiente para el pago.',
  noBetterDate:
    'Ninguna otra fecha para el primer pago ayudaría. Con un monto menor o más pagos, cada pago es menor.',
  move: 'Mover el primer pago al {date}',
  basis: 'Partimos de {balance} en su cuenta terminada en {tail}, el saldo que nos dio su banco el {date}.',
  paycheckSummary:
    'Como máximo, {payment} de un cheque de pago de {pay} va a este préstamo, a partir del {date}.',
  paycheck: 'Su cheque de pago',
  paycheckTable: 'Mostrar los cheques de pago en una tabla',
  paycheckCaption: 'Cada cheque de pago y cuánto va a este préstamo',
  columnLeft: 'Le queda',
  payday: 'Día de pago',
  bill: 'Gasto conocido',
  installment: 'Pago del préstamo',
  named: '{kind}: {label}',
  table: 'Mostrar estos días en una tabla',
  columnDate: 'Fecha',
  columnWhat: 'Concepto',
  columnAmount: 'Monto',
  columnBalance: 'Saldo después',
  leftOut:
    'Esto cuenta sus días de pago y los gastos que se repiten. No incluye los gastos diarios ni el dinero de este préstamo.',
} as const
