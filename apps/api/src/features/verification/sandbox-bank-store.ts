import type { Executor } from '@dolphin/database/executor'
import {
  findSandboxSession,
  findSandboxSessionOfRequest,
  saveSandboxSession,
} from '@dolphin/database/sandbox-bank-repository'
import type { SandboxSessionStore } from '@dolphin/integrations/ibv/sandbox/sandbox-session'

/** The sandbox bank's sessions in the product's database, so that any node can show its pages. */
export function sandboxBankStore(executor: Executor): SandboxSessionStore {
  return {
    find: (providerSessionId) => findSandboxSession(executor, providerSessionId),
    findByRequestCode: (requestCode) => findSandboxSessionOfRequest(executor, requestCode),
    save: ({ sharedAccounts, ...session }) =>
      saveSandboxSession(executor, {
        ...session,
        sharedAccounts: sharedAccounts === null ? null : [...sharedAccounts],
      }),
  }
}
