import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importBankDirectoryCall, listBankDirectoryCall } from '@dolphin/contract/reference-data'
import { waitsText } from './approval-commands.ts'
import { type Command, oneWord, UsageError } from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

/** What holds until a lender brings its own copy. */
const NONE_IMPORTED =
  'No directory has been imported: only made-up banks are known, and the routing number of a real bank shows no name. Import the lender’s copy: ops bank-directory import FILE'

export const BANK_DIRECTORY_COMMANDS: readonly Command[] = [
  {
    name: 'bank-directory import',
    usage: '<file> [--check]',
    help: 'enter the Federal Reserve’s directory of ACH participants, for a colleague to confirm at the desk; --check only compares',
    options: { check: { type: 'boolean' } },
    async run(client, input) {
      const path = oneWord(input, 'file')
      if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
      const file = { name: basename(path), bytes: readFileSync(path) }
      const mode = input.options['check'] === true ? 'check' : 'import'
      const data = await client.upload(importBankDirectoryCall, { mode }, file)
      const { banks, added, changed, removed, approval } = data
      const text = `${banks} banks: ${added} added, ${changed} changed, ${removed} removed.`
      return { data, text: approval === null ? text : `${text}\n${waitsText(client, approval)}` }
    },
  },
  {
    name: 'bank-directory list',
    usage: '',
    help: 'every import of the directory, the newest first',
    options: {},
    async run(client) {
      const data = await client.ask(listBankDirectoryCall, {})
      const rows = data.versions.map((one) => [
        String(one.version),
        shortInstant(one.importedAt),
        one.fileName,
        String(one.banks),
        `${one.added} / ${one.changed} / ${one.removed}`,
        `${one.enteredBy}, ${one.confirmedBy}`,
      ])
      const columns = ['Version', 'Imported', 'File', 'Banks', 'Added / changed / removed', 'By']
      return { data, text: rows.length === 0 ? NONE_IMPORTED : textTable(columns, rows) }
    },
  },
]
