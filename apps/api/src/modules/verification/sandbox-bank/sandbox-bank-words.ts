import type { Localized } from '@dolphin/domain/portfolios/localized'

/** What the practice bank's pages say. What its test users do is for testers and stays English. */
export const BANK_WORDS = {
  signInTitle: { en: 'Sign in to your bank', es: 'Inicie sesión en su banco' },
  practice: {
    en: 'This is a practice bank for trying things out. It is not a real bank: never enter a real password here.',
    es: 'Este es un banco de práctica para hacer pruebas. No es un banco real: nunca escriba aquí una contraseña verdadera.',
  },
  userName: { en: 'User name', es: 'Nombre de usuario' },
  password: { en: 'Password', es: 'Contraseña' },
  passwordHint: { en: 'For every test user:', es: 'Para todos los usuarios de prueba:' },
  code: { en: 'Code', es: 'Código' },
  codeHint: { en: 'This user asks for a code:', es: 'Este usuario pide un código:' },
  ownerName: { en: 'Name on the account (may stay empty)', es: 'Nombre en la cuenta (puede quedar vacío)' },
  ownerHint: {
    en: 'The bank tells this name as the account’s owner. Empty: it tells none.',
    es: 'El banco da este nombre como titular de la cuenta. Vacío: no da ninguno.',
  },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  testUsers: { en: 'Test users', es: 'Usuarios de prueba' },
  whatHappens: { en: 'What happens', es: 'Qué sucede' },
  checking: { en: 'Checking', es: 'Cuenta corriente' },
  savings: { en: 'Savings', es: 'Cuenta de ahorros' },
  moneyMarket: { en: 'Money market', es: 'Cuenta del mercado monetario' },
  endsIn: { en: 'ends in', es: 'termina en' },
  closed: { en: 'closed', es: 'cerrada' },
  chooseTitle: { en: 'Choose your accounts', es: 'Elija sus cuentas' },
  share: { en: 'Accounts to share with the lender', es: 'Cuentas que comparte con el prestamista' },
  readsOnce: { en: 'The lender will read, once:', es: 'El prestamista leerá, una vez:' },
  readsAccounts: {
    en: 'names, numbers and balances of these accounts',
    es: 'los nombres, números y saldos de estas cuentas',
  },
  readsMoves: { en: 'their transactions of the last 90 days', es: 'sus movimientos de los últimos 90 días' },
  noMoney: {
    en: 'It cannot move money through this, and it never sees your password.',
    es: 'Con esto no puede mover dinero y nunca ve su contraseña.',
  },
  agree: { en: 'Share and continue', es: 'Compartir y continuar' },
  decline: { en: 'Do not share', es: 'No compartir' },
  back: { en: 'Back to your application', es: 'Volver a su solicitud' },
} as const satisfies Readonly<Record<string, Localized>>
