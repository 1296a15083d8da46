import { moneyText } from '../../app/wire-text.ts'
import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'

/** "$200.00 to $800.00"; one amount where nothing else can be borrowed. */
export function offerRange({ minimum, maximum }: NonNullable<HomeLoan['offer']>): string {
  if (minimum === maximum) return moneyText(maximum)
  return homeText('offeredRange', { minimum: moneyText(minimum), maximum: moneyText(maximum) })
}
