import { browserZone } from '../../components/dates/localDate.ts'
import { History } from '../../components/display/History.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useRequestHistory } from '../useRequest.ts'

/** What happened, by whom and when, on the reader's clock like the rest of the page. */
export const RequestHistory = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const history = useRequestHistory(request.id)
  return (
    <Card
      title={t('request.history')}
      note={history.data && t('request.events', { smart_count: history.data.length })}
    >
      <Loaded bare query={history} failed={t('request.historyFailed')}>
        {(entries) => <History entries={entries} zone={browserZone()} />}
      </Loaded>
    </Card>
  )
}
