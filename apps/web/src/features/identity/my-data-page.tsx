import { useAct } from '@dolphin/ui/act/use-act'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../api-client/call.ts'
import { saveDataCopy } from '../../api-client/document-file.ts'
import { queryClient, reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { dayText } from '../../app/wire-text.ts'
import { instantDayText } from '../../time/instant-text.ts'
import { CorrectionForm } from './correction-form.tsx'
import { DeleteData } from './delete-data.tsx'
import { myDataText } from './my-data-messages.ts'

type MyData = CallValue<'readMyData'>

const reread = () => void queryClient.invalidateQueries({ queryKey: ['readMyData'] })

/** /my-data: a copy of everything on file, and what may be asked of it. Source: docs/retention.md "Requests". */
export default withQueries(function MyDataPage() {
  const data = useQuery(reads('readMyData', {}))
  return (
    <PageContent>
      <PageHeading lead={myDataText('lead')}>{myDataText('title')}</PageHeading>
      <CopyCard />
      <QueryView query={data} headed>
        {({ kept, requests }) => (
          <>
            <Card>
              <h2>{myDataText('requestTitle')}</h2>
              <p>{myDataText('requestLead')}</p>
              <CorrectionForm sent={reread} />
              <DeleteData kept={kept} sent={reread} />
            </Card>
            {requests.length > 0 && <Requests requests={requests} />}
          </>
        )}
      </QueryView>
    </PageContent>
  )
})

function CopyCard() {
  const { busy, start } = useAct(async (format: 'pdf' | 'json') => {
    const saved = await saveDataCopy(format, myDataText('fileName'))
    if (!saved.ok) await showFailure(saved.failure)
  })
  return (
    <Card>
      <h2>{myDataText('copyTitle')}</h2>
      <p>{myDataText('copyLead')}</p>
      <ButtonRow>
        <Button busy={busy} onClick={() => void start('pdf')}>
          {myDataText('copyPdf')}
        </Button>
        <Button variant="secondary" busy={busy} onClick={() => void start('json')}>
          {myDataText('copyJson')}
        </Button>
      </ButtonRow>
    </Card>
  )
}

function Requests({ requests }: Pick<MyData, 'requests'>) {
  return (
    <Card>
      <h2>{myDataText('requestsTitle')}</h2>
      <SummaryList
        rows={requests.map((request) => ({
          label: `${myDataText(request.kind)} ${request.requestNo}`,
          value: <RequestState request={request} />,
        }))}
      />
    </Card>
  )
}

function RequestState({
  request: { outcome, answeredAt, answerBy, answer, kept },
}: {
  request: MyData['requests'][number]
}) {
  if (outcome === null || answeredAt === null) return <>{myDataText('open', { day: dayText(answerBy) })}</>
  return (
    <>
      <p>{myDataText(outcome, { day: instantDayText(answeredAt) })}</p>
      <p>{answer}</p>
      {kept.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  )
}
