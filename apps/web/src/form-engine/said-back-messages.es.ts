/** What the page says back under a field, in Spanish. */
export const es = {
  noAch: 'Este banco no acepta pagos electrónicos. Use una cuenta en otro banco.',
  endsIn: 'Termina en {tail}',
  nextPaydays: 'Sus próximos días de pago: {first} y {second}',
} as const
