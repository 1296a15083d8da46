import { SectionKey } from '@dolphin/domain/application/section-key'
import { type ComponentType, lazy } from 'react'
import type { ScreenProps } from '../origination/application-view.ts'
import { loadChunk } from './page-loader.ts'

interface ScreenModule<Props> {
  default: ComponentType<Props>
}

const screen = <Props>(load: () => Promise<ScreenModule<Props>>) =>
  lazy(() => loadChunk(load, import.meta.url))

/** The sections that have a screen of their own, each in its own chunk; the others are served forms. */
export const SECTION_SCREENS: Readonly<Partial<Record<SectionKey, ComponentType<ScreenProps>>>> = {
  [SectionKey.ibv]: screen(() => import('../features/verification/bank-link-screen.tsx')),
  [SectionKey.loanDetail]: screen(() => import('../features/payment-plan/amount-screen.tsx')),
  [SectionKey.paymentSchedule]: screen(() => import('../features/payment-plan/plan-screen.tsx')),
  [SectionKey.paymentFee]: screen(() => import('../features/payment-plan/check-loan-screen.tsx')),
}

/** What a loan would cost, for guidance. */
export const CalculatorScreen: ComponentType = screen(() => import('../features/payment-plan/calculator.tsx'))
