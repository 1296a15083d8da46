import { addHolidayCall, getHolidayCall } from '@dolphin/contract/reference-data'
import { waitsText } from './approval-commands.ts'
import { type Command, oneWord, textOption, UsageError } from './command.ts'
import { textTable } from './text-table.ts'

export const HOLIDAY_COMMANDS: readonly Command[] = [
  {
    name: 'holiday list',
    usage: '[--year YYYY]',
    help: 'days on which banks are closed; of this and the next year where none is named',
    options: { year: { type: 'string' } },
    async run(client, input) {
      const year = textOption(input, 'year')
      if (year !== undefined && !/^\d{4}$/.test(year)) throw new UsageError('A year is a number like 2026.')
      const query = year === undefined ? {} : { years: year }
      const data = await client.ask(getHolidayCall, { query })
      const rows = data.map(({ holidayTimeStr, name }) => [holidayTimeStr, name])
      return { data, text: textTable(['Closed', 'Holiday'], rows) }
    },
  },
  {
    name: 'holiday add',
    usage: '<date> --name TEXT',
    help: 'enter a day on which banks are closed besides the holidays of the rule, for a colleague to confirm at the desk',
    options: { name: { type: 'string' } },
    async run(client, input) {
      const date = oneWord(input, 'date like 2026-03-05')
      const name = textOption(input, 'name')
      if (name === undefined) throw new UsageError('Give the holiday a --name.')
      const data = await client.ask(addHolidayCall, { body: { date, name } })
      const text = `${data.holidayTimeStr} is entered as a day on which banks are closed: ${data.name}.`
      return { data, text: `${text}\n${waitsText(client, data.approval)}` }
    },
  },
]
