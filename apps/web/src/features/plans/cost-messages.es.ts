/** The picture of what a plan costs, in Spanish. */
export const es = {
  summary: 'En total paga {total}: los {received} que recibe y {cost} por el préstamo.',
  received: 'Dinero que recibe',
  interest: 'Interés',
  fee: 'Cargo único',
  total: 'Total de pagos',
  table: 'Mostrar en una tabla',
  caption: 'Lo que paga, parte por parte',
  columnWhat: 'Concepto',
  columnAmount: 'Monto',
} as const
