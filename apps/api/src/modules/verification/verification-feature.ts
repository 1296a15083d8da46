import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import { SandboxIbvProvider } from '@dolphin/integrations/ibv/sandbox/sandbox-provider'
import { askProviderJob } from './ask-provider.ts'
import { closeLinkJob } from './close-link.ts'
import { closeUnusedLinksJob } from './close-unused-links.ts'
import { followConnectionJob } from './follow-connection.ts'
import { registerMxFrame } from './mx-frame-page.ts'
import { pollJob } from './poll-links.ts'
import { verificationRoutes } from './routes.ts'
import { sandboxEventJob } from './sandbox-bank/sandbox-bank-events.ts'
import { registerSandboxBank, SANDBOX_BANK_PATH } from './sandbox-bank/sandbox-bank-pages.ts'
import { sandboxBankStore } from './sandbox-bank/sandbox-bank-store.ts'
import { registerVendorWebhooks } from './vendor-webhook.ts'
import type { VerificationDeps } from './verification-deps.ts'
import { registerWebhook } from './webhook.ts'

/**
 * The feature whole: calls, polling, the webhooks of the vendors that are set up, and, where the sandbox bank is
 * allowed, its pages, messages and webhook. What is not set up or not allowed has no address. Source: domain.md §5.
 */
export function verificationFeature(deps: Omit<VerificationDeps, 'providers'>) {
  const { vendors } = deps
  const bank = deps.config.allowSandboxBank
    ? openSandboxBank({ ...deps, executor: deps.database.db })
    : undefined
  const providers = new Map<string, IbvProvider>(vendors.byId)
  if (bank !== undefined) providers.set(bank.id, bank)
  const own: VerificationDeps = { ...deps, providers }
  return {
    routes: verificationRoutes(own),
    jobs: [
      pollJob(own),
      sandboxEventJob(own),
      askProviderJob(own),
      closeLinkJob(own),
      closeUnusedLinksJob(own),
      followConnectionJob(own),
    ],
    extensions: [
      registerVendorWebhooks(own, vendors.byId.values()),
      ...(vendors.mx === undefined ? [] : [registerMxFrame(own, vendors.mx)]),
      ...(bank === undefined ? [] : [registerSandboxBank(own, bank), registerWebhook(own)]),
    ],
  }
}

interface BankDeps {
  readonly executor: Executor
  readonly cipher: FieldCipher
  readonly clock: Clock
  readonly random: RandomSource
  readonly calendar: BankCalendar
}

function openSandboxBank({ executor, cipher, clock, random, calendar }: BankDeps): SandboxIbvProvider {
  // A path without host: the bank's pages stand at the address that the borrower is on.
  return new SandboxIbvProvider({
    store: sandboxBankStore(executor, cipher),
    clock,
    random,
    calendar,
    pageUrl: SANDBOX_BANK_PATH,
  })
}
