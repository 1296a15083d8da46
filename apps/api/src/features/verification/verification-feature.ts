import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { Executor } from '@dolphin/database/executor'
import { SandboxIbvProvider } from '@dolphin/integrations/ibv/sandbox/sandbox-provider'
import { pollJob } from './request-progress.ts'
import { verificationRoutes } from './routes.ts'
import { sandboxEventJob } from './sandbox-bank-events.ts'
import { registerSandboxBank, SANDBOX_BANK_PATH } from './sandbox-bank-pages.ts'
import { sandboxBankStore } from './sandbox-bank-store.ts'
import type { VerificationParts } from './verification-parts.ts'
import { registerWebhook } from './webhook.ts'

/**
 * The feature whole: calls, polling, and, where the sandbox bank is allowed, its pages, messages and webhook. In
 * production without that permission none of its addresses exists. Source: domain.md §5.
 */
export function verificationFeature(parts: Omit<VerificationParts, 'providers'>) {
  const bank = parts.config.allowSandboxBank
    ? openSandboxBank({ ...parts, executor: parts.database.db })
    : undefined
  const own: VerificationParts = { ...parts, providers: new Map(bank === undefined ? [] : [[bank.id, bank]]) }
  const shared = { routes: verificationRoutes(own), jobs: [pollJob(own), sandboxEventJob(own)] }
  if (bank === undefined) return { ...shared, extensions: [] }
  return { ...shared, extensions: [registerSandboxBank(own, bank), registerWebhook(own)] }
}

interface BankParts {
  readonly executor: Executor
  readonly clock: Clock
  readonly random: RandomSource
  readonly calendar: BankCalendar
}

function openSandboxBank({ executor, clock, random, calendar }: BankParts): SandboxIbvProvider {
  // A path without host: the bank's pages stand at the address that the borrower is on.
  return new SandboxIbvProvider({
    store: sandboxBankStore(executor),
    clock,
    random,
    calendar,
    pageUrl: SANDBOX_BANK_PATH,
  })
}
