import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
} from '@dolphin/database/identity/customer-repository'

/** An account as employees name it: by its email, or by the customer's number, as the desk has it from the file. */
export const findAccount = (
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, account }: { readonly portfolioId: number; readonly account: string },
): Promise<Customer | undefined> =>
  account.includes('@')
    ? findCustomerByEmail(executor, cipher, portfolioId, account)
    : findCustomer(executor, cipher, { portfolioId, openId: account })
