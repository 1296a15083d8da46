import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher, FieldPlace } from '@dolphin/database/driver/field-cipher'
import type { KeyHolder } from '@dolphin/database/driver/record-keys'
import { sealText } from '@dolphin/database/driver/sealed-texts'
import { holderOfRequest } from '@dolphin/database/verification/ibv-repository'
import {
  findSandboxSession,
  findSandboxSessionOfRequest,
  type SandboxBankSession,
  saveSandboxSession,
} from '@dolphin/database/verification/sandbox-bank-repository'
import type { SandboxSession, SandboxSessionStore } from '@dolphin/integrations/ibv/sandbox/sandbox-session'

const place = (providerSessionId: string, of?: KeyHolder): FieldPlace => ({
  table: 'sandbox_bank_sessions',
  id: providerSessionId,
  column: 'sharedAccounts',
  of,
})

/** The sandbox bank's sessions in the product's database, so that any node can show its pages. */
export function sandboxBankStore(executor: Executor, cipher: FieldCipher): SandboxSessionStore {
  const opened = (row: SandboxBankSession | undefined): SandboxSession | undefined =>
    row && {
      ...row,
      sharedAccounts:
        row.sharedAccounts?.map((sealed) => cipher.open(place(row.providerSessionId), sealed)) ?? null,
    }
  return {
    find: async (providerSessionId) => opened(await findSandboxSession(executor, providerSessionId)),
    findByRequestCode: async (requestCode) =>
      opened(await findSandboxSessionOfRequest(executor, requestCode)),
    async save({ sharedAccounts, ...session }) {
      const of = await holderOfRequest(executor, session)
      const { providerSessionId, ownerName, username } = session
      await saveSandboxSession(executor, {
        ...session,
        ownerName: sealText(cipher, of, ownerName),
        username: username && sealText(cipher, of, username),
        sharedAccounts:
          sharedAccounts?.map((number) => cipher.seal(place(providerSessionId, of), number)) ?? null,
      })
    },
  }
}
