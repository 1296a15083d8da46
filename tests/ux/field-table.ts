import type { Page } from '@playwright/test'

/** Every field that a page of ours asks for: its id or name, its type, its autocomplete token and its input mode. */
export const FIELD_TABLE: readonly string[] = [
  'account email username email',
  'accountNumber text off numeric',
  'amount text off decimal',
  'authenticatorCode text one-time-code numeric',
  'birthDate text bday numeric',
  'code text off -',
  'code text one-time-code numeric',
  'code text one-time-code text',
  'couponCode text off -',
  'currentPassword password current-password -',
  'date text off numeric',
  'email email email email',
  'file file - -',
  'newPassword password new-password -',
  'nextPayday text off numeric',
  'password password current-password -',
  'password password new-password -',
  'payoutDate text off numeric',
  'photo file - -',
  'proofCode text off -',
  'routingNumber text off numeric',
  'signatureMark text name -',
  'ssnLast4 text off numeric',
  'text textarea off -',
  'typedAmount text off decimal',
  'typedNumber text off numeric',
  'username text username -',
  'zip text postal-code numeric',
]

/** The fields of the page that are typed into, as `FIELD_TABLE` tells them. */
export const fieldsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>(
      'main :is(input:not([type="radio"], [type="checkbox"], [type="hidden"], [type="range"]), textarea)',
    )
    return [...fields].map((field) =>
      [
        field.id === '' ? field.name : field.id,
        field.type,
        field.getAttribute('autocomplete') ?? '-',
        field.getAttribute('inputmode') ?? '-',
      ].join(' '),
    )
  })
