import { SectionKey } from '@dolphin/domain/applications/codes'
import { type ComponentType, lazy } from 'react'
import type { ScreenProps } from '../features/applications/application-view.ts'
import type { StartProps } from '../features/plans/start-screen.tsx'
import { loadChunk } from './page-loader.ts'

interface ScreenModule<Props> {
  default: ComponentType<Props>
}

const SCREEN_MODULES: Readonly<Partial<Record<SectionKey, () => Promise<ScreenModule<ScreenProps>>>>> = {
  [SectionKey.ibv]: () => import('../features/verification/bank-link-screen.tsx'),
  [SectionKey.summary]: () => import('../features/applications/summary-screen.tsx'),
  [SectionKey.loanDetail]: () => import('../features/plans/offer-screen.tsx'),
  [SectionKey.paymentSchedule]: () => import('../features/plans/offer-screen.tsx'),
  [SectionKey.paymentFee]: () => import('../features/plans/check-loan-screen.tsx'),
}
const startModule = () => import('../features/plans/start-screen.tsx')

const screen = <Props>(load: () => Promise<ScreenModule<Props>>) =>
  lazy(() => loadChunk(load, import.meta.url))

/** The sections that have a screen of their own, each in its own chunk; the others are served forms. */
export const SECTION_SCREENS: Readonly<Partial<Record<SectionKey, ComponentType<ScreenProps>>>> =
  Object.fromEntries(Object.entries(SCREEN_MODULES).map(([section, load]) => [section, screen(load)]))

/** Where and how much, for guidance. */
export const StartScreen: ComponentType<StartProps> = screen(startModule)

/** Asks for the chunk of a section's screen before it is shown, or for the start's where there is no section. */
export function loadScreenEarly(section: string | undefined): void {
  const load = section === undefined ? startModule : SCREEN_MODULES[section as SectionKey]
  // Where it fails, showing the screen tries again and says so
  void load?.().catch(() => {})
}
