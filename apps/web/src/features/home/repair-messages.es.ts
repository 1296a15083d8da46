/** Another bank account, in Spanish. */
export const es = {
  formerAccount: 'El dinero fue devuelto de su cuenta {account}. Escriba otra cuenta suya.',
  routingNumber: 'Número de ruta',
  noAch: 'Este banco no acepta pagos electrónicos. Use una cuenta en otro banco.',
  routingNumberHint: 'Nueve dígitos, abajo a la izquierda de un cheque o en la app de su banco.',
  accountNumber: 'Número de cuenta',
  accountNumberHint: 'Hasta 17 dígitos.',
  accountType: 'Tipo de cuenta',
  checking: 'Cuenta corriente',
  savings: 'Cuenta de ahorros',
  moneyMarket: 'Cuenta de mercado monetario',
  nextTitle: 'Qué pasa después',
  nextCheck: 'Comprobamos que la cuenta es suya.',
  nextSend: 'El dinero devuelto se envía de nuevo el próximo día hábil.',
  nextAuthorization: 'El pago automático sigue desactivado hasta que lo autorice para la cuenta nueva.',
  save: 'Usar esta cuenta',
  done: 'Gracias. Desde ahora usamos su cuenta {account}. Aquí puede ver qué sigue.',
} as const
