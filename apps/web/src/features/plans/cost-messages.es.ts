/** The picture of what a plan costs, in Spanish. */
export const es = {
  summary: 'En total devuelve {total}: los {received} que recibe y {cost} por el préstamo.',
  received: 'Dinero que recibe',
  interest: 'Interés',
  fee: 'Cargo único',
  total: 'Total de pagos',
  table: 'Mostrar en una tabla',
  caption: 'Lo que devuelve, parte por parte',
  columnWhat: 'Qué',
  columnAmount: 'Monto',
} as const
