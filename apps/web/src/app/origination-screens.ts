import { SectionKey } from '@dolphin/domain/applications/codes'
import type { ScreenProps } from '../features/applications/application-view.ts'
import type { StartProps } from '../features/plans/start-screen.tsx'
import { type Chunk, chunkOf } from './use-chunk.ts'

const OFFER = chunkOf(() => import('../features/plans/offer-screen.tsx'))

/** The sections that have a screen of their own, each in its own chunk; the others are served forms. */
export const SECTION_SCREENS: Readonly<Partial<Record<SectionKey, Chunk<ScreenProps>>>> = {
  [SectionKey.ibv]: chunkOf(() => import('../features/verification/bank-link-screen.tsx')),
  [SectionKey.summary]: chunkOf(() => import('../features/applications/summary-screen.tsx')),
  [SectionKey.loanDetail]: OFFER,
  [SectionKey.paymentSchedule]: OFFER,
  [SectionKey.paymentFee]: chunkOf(() => import('../features/plans/check-loan-screen.tsx')),
}

/** Where and how much, for guidance. */
export const START_SCREEN: Chunk<StartProps> = chunkOf(() => import('../features/plans/start-screen.tsx'))

/** Asks for the chunk of a section's screen before it is shown, or for the start's where there is no section. */
export function loadScreenEarly(section: string | undefined): void {
  const chunk = section === undefined ? START_SCREEN : SECTION_SCREENS[section as SectionKey]
  // Where it fails, showing the screen tries again and says so
  void chunk?.load().catch(() => {})
}
