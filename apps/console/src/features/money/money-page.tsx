import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import { ListFilter } from '../../list/list-filter.tsx'
import listStyles from '../../list/list-page.module.css'
import { useNamedPortfolios } from '../../list/named-portfolios.ts'
import { Parts } from '../../list/part.tsx'
import { SavedViews } from '../../list/saved-views.tsx'
import { useListPlace } from '../../list/use-list-place.ts'
import { wireDayText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { BankEntries } from './bank-entries.tsx'
import { BankFiles, CutOffs } from './bank-files.tsx'
import { Exceptions } from './exceptions.tsx'
import { ImportReturns } from './import-returns.tsx'
import { moneyText } from './messages.ts'
import { NextBatch } from './next-batch.tsx'
import { ReturnRates } from './return-rates.tsx'
import { Settlement } from './settlement.tsx'

/** A portfolio's money of a day: what goes to the bank, what came of it, and what waits for a person. */
export function MoneyPage() {
  const place = useListPlace('/money')
  const session = useSession()
  const portfolios = useNamedPortfolios('loan.read')
  const [result, say] = useState<string>()
  if (portfolios.failure) return <ReadingFailed failure={portfolios.failure} onAgain={portfolios.again} />
  if (portfolios.options === undefined) return <Waiting />
  const [first] = portfolios.options
  const portfolioId = Number(place.filter('portfolio') ?? first?.value)
  const day = place.filter('day') ?? wireDayText(serverClock.now())
  const about = { portfolioId, day }
  return (
    <div className="page">
      <PageHeading title={moneyText.title} />
      <div className={listStyles.filters}>
        <ListFilter
          place={place}
          name="portfolio"
          label={moneyText.portfolio}
          options={portfolios.options.slice(1)}
          every={first?.label ?? ''}
        />
        <label>
          {moneyText.day}
          <input
            type="date"
            value={day}
            onChange={({ currentTarget: { value } }) => place.choose('day', value === '' ? undefined : value)}
          />
        </label>
        <SavedViews list="money" place={place} />
      </div>
      <p role="status" className={listStyles.result}>
        {result}
      </p>
      {first === undefined ? (
        <p className="muted">{moneyText.noPortfolio}</p>
      ) : (
        <Parts key={portfolioId}>
          <CutOffs {...about} />
          <Exceptions portfolioId={portfolioId} />
          {mayAct(session, 'batch.originate', ['may']) && (
            <NextBatch portfolioId={portfolioId} onDone={say} />
          )}
          {mayAct(session, 'settlement.run', ['may']) && (
            <Settlement portfolioId={portfolioId} onDone={say} />
          )}
          <BankFiles {...about} />
          <BankEntries {...about} />
          {mayAct(session, 'return.import', ['may']) && (
            <ImportReturns portfolioId={portfolioId} onDone={say} />
          )}
          <ReturnRates portfolioId={portfolioId} />
        </Parts>
      )}
    </div>
  )
}
