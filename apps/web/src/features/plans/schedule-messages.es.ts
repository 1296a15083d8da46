/** Why a schedule begins and ends as it does, in Spanish. */
export const es = {
  why: '¿Por qué?',
  aboutFirst: 'Primer pago el {date}',
  aboutLast: 'Último pago de {amount}',
  firstDate:
    'Su dinero debe llegar el {effective}. El primer pago cae en uno de sus días de pago después de eso. Si los bancos cierran, se mueve como se mueve su pago.',
  lastAmount:
    'Devuelve los {principal} que todavía debe para entonces, con {interest} de interés por los días desde el pago anterior. Por eso puede ser distinto de los demás.',
  lastAmountFee: 'También lleva un cargo de {fee}.',
} as const
