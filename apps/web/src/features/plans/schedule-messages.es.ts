/** Why a schedule begins and ends as it does, in Spanish. */
export const es = {
  why: '¿Por qué?',
  aboutFirst: 'Primer pago el {date}',
  aboutLast: 'Último pago de {amount}',
  firstDate:
    'Su dinero debe llegar el {effective}. El primer pago vence en uno de sus días de pago posteriores. Si los bancos cierran ese día, se mueve con su pago.',
  lastAmount:
    'Paga los {principal} que todavía debe para entonces, más {interest} de interés desde el pago anterior. Por eso puede ser distinto de los demás.',
  lastAmountFee: 'También incluye un cargo de {fee}.',
} as const
