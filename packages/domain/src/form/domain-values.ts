import { BankAccountType, IncomeType, JobType, PayrollType } from '../applications/codes.ts'
import { Military } from '../loans/codes.ts'
import { US_STATES } from '../applications/us-states.ts'
import { PaydayAvailability, PaydayOfMonth, PaydayOfWeek, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'

/** One option of a list. The value is what is stored: an enumeration's number as text, or a key. */
export interface DomainOption {
  readonly value: string
  readonly label: string
  readonly labelEs: string
}

const option = (value: string | number, label: string, labelEs: string): DomainOption => ({
  value: String(value),
  label,
  labelEs,
})

/** Days of the month that people are paid on: the 1st to the 31st by number. */
const PLAIN_DAYS: readonly DomainOption[] = Array.from({ length: 31 }, (_, index) =>
  option(index + 1, String(index + 1), String(index + 1)),
)

const PAYROLL_FREQUENCIES: readonly DomainOption[] = [
  option(PayrollFrequency.weekly, 'Every week', 'Cada semana'),
  option(PayrollFrequency.biWeekly, 'Every two weeks', 'Cada dos semanas'),
  option(PayrollFrequency.semiMonthly, 'Twice a month', 'Dos veces al mes'),
  option(PayrollFrequency.monthly, 'Once a month', 'Una vez al mes'),
]

const PAYMENT_FREQUENCIES: ReadonlySet<string> = new Set(Object.values(PaymentFrequency).map(String))

/** Every list of options that a form may name in dataDomainValues and get-domain-value answers. */
export const DOMAIN_VALUES = {
  usState: US_STATES.map(({ code, name }) => option(code, name, name)),
  incomeType: [
    option(IncomeType.employed, 'A job', 'Un empleo'),
    option(IncomeType.socialSecurity, 'Social Security', 'Seguro Social'),
    option(IncomeType.disability, 'Disability benefits', 'Beneficios por discapacidad'),
    option(IncomeType.pension, 'A pension', 'Una pensión'),
    option(IncomeType.unemployment, 'Unemployment benefits', 'Beneficios por desempleo'),
    option(IncomeType.others, 'Something else', 'Otra fuente'),
  ],
  payrollType: [
    option(PayrollType.directDeposit, 'Direct deposit', 'Depósito directo'),
    option(PayrollType.paperCheck, 'Paper check', 'Cheque de papel'),
    option(PayrollType.cash, 'Cash', 'Efectivo'),
    option(PayrollType.unemployedInsurance, 'Unemployment insurance', 'Seguro de desempleo'),
  ],
  payrollFrequency: PAYROLL_FREQUENCIES,
  paymentFrequency: PAYROLL_FREQUENCIES.filter(({ value }) => PAYMENT_FREQUENCIES.has(value)),
  paydayOfWeek: [
    option(PaydayOfWeek.monday, 'Monday', 'Lunes'),
    option(PaydayOfWeek.tuesday, 'Tuesday', 'Martes'),
    option(PaydayOfWeek.wednesday, 'Wednesday', 'Miércoles'),
    option(PaydayOfWeek.thursday, 'Thursday', 'Jueves'),
    option(PaydayOfWeek.friday, 'Friday', 'Viernes'),
  ],
  semiMonthlyDay: [...PLAIN_DAYS, option(PaydayOfMonth.lastDay, 'Last day', 'Último día')],
  monthlyDay: [
    ...PLAIN_DAYS,
    option(PaydayOfMonth.lastDay, 'Last day', 'Último día'),
    option(PaydayOfMonth.lastBusinessDay, 'Last business day', 'Último día hábil'),
    option(PaydayOfMonth.midMonth, 'Middle of the month', 'Mitad del mes'),
    option(PaydayOfMonth.firstBusinessDay, 'First business day', 'Primer día hábil'),
  ],
  paydayOnHoliday: [
    option(PaydayOnHoliday.previousBusinessDay, 'The business day before', 'El día hábil anterior'),
    option(PaydayOnHoliday.nextBusinessDay, 'The business day after', 'El día hábil siguiente'),
  ],
  paydayAvailability: [
    option(PaydayAvailability.sameDay, 'The same day', 'El mismo día'),
    option(PaydayAvailability.nextBusinessDay, 'The next business day', 'El siguiente día hábil'),
  ],
  jobType: [
    option(JobType.fullTime, 'Full time', 'Tiempo completo'),
    option(JobType.partTime, 'Part time', 'Tiempo parcial'),
  ],
  bankAccountType: [
    option(BankAccountType.checking, 'Checking', 'Cuenta corriente'),
    option(BankAccountType.savings, 'Savings', 'Cuenta de ahorros'),
    option(BankAccountType.moneyMarket, 'Money market', 'Cuenta del mercado monetario'),
  ],
  military: [
    option(
      Military.military,
      'I serve, or depend on someone who serves',
      'Presto servicio, o dependo de alguien que lo presta',
    ),
    option(Military.notMilitary, 'Neither', 'Ninguna de las dos'),
    option(Military.unknown, 'I am not sure', 'No lo sé'),
  ],
  yesNo: [option('yes', 'Yes', 'Sí'), option('no', 'No', 'No')],
  bankruptcy: [
    option('none', 'No', 'No'),
    option('open', 'Yes, still open', 'Sí, sigue abierta'),
    option('closed', 'Yes, closed', 'Sí, ya cerrada'),
  ],
  loanPurpose: [
    option('carRepair', 'Car repair', 'Reparación del auto'),
    option('medical', 'Medical bill', 'Gastos médicos'),
    option('rent', 'Rent or mortgage', 'Alquiler o hipoteca'),
    option('utilities', 'Utility bill', 'Servicios públicos'),
    option('household', 'Household or family', 'Hogar o familia'),
    option('debt', 'Another debt', 'Otra deuda'),
    option('other', 'Something else', 'Otro motivo'),
  ],
  howHeard: [
    option('search', 'Internet search', 'Búsqueda en internet'),
    option('friend', 'Friend or family', 'Amigo o familiar'),
    option('mail', 'Letter or email', 'Carta o correo electrónico'),
    option('advertisement', 'Advertisement', 'Anuncio'),
    option('customer', 'I was a customer before', 'Ya fui cliente'),
    option('other', 'Something else', 'Otro'),
  ],
} as const satisfies Readonly<Record<string, readonly DomainOption[]>>

export type DomainValueCode = keyof typeof DOMAIN_VALUES

/** Whether a text names a list of options. */
function isDomainValueCode(code: string): code is DomainValueCode {
  return Object.hasOwn(DOMAIN_VALUES, code)
}

/** The options behind a code, or null where there is no such list. */
export function domainOptions(code: string): readonly DomainOption[] | null {
  return isDomainValueCode(code) ? DOMAIN_VALUES[code] : null
}
