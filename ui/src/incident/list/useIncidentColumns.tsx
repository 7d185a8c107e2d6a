import { formatReaderInstant } from '../../components/dates/localDate.ts'
import type { Column } from '../../components/list/ListTable.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedIncident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { AcknowledgeClock } from '../AcknowledgeClock.tsx'
import { IncidentStatus } from '../IncidentStatus.tsx'
import { readSeverity } from '../severity.ts'
import styles from './IncidentList.module.css'

type Columns = Column<ListedIncident>[]

/** What and where, how severe it is, and how long Hearth has left to acknowledge it. */
export const useIncidentColumns = (rows: readonly ListedIncident[]): Columns => {
  const t = useText()
  const ofAllAccounts = useSession()?.account === null
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  const account: Columns = [
    {
      key: 'account',
      label: t('incident.columns.account'),
      render: ({ hostAccountId }) => <span className="q">{accountOf(hostAccountId)}</span>,
    },
  ]
  return [
    {
      key: 'what',
      label: t('incident.columns.what'),
      link: true,
      fluid: true,
      render: ({ category }) => <span className="strong">{t(`incident.category.${category}`)}</span>,
    },
    ...(ofAllAccounts ? account : []),
    {
      key: 'listing',
      label: t('incident.columns.listing'),
      render: ({ listingId }) => <span className="q">{listings.get(listingId)?.title}</span>,
    },
    {
      key: 'severity',
      label: t('incident.columns.severity'),
      sort: 'severity',
      steady: true,
      render: ({ severity }) => (
        <span className={severity <= 2 ? 'num bad-ink' : 'num'}>
          {t(`incident.severity.${readSeverity({ severity })}`)}
        </span>
      ),
    },
    {
      key: 'status',
      label: t('incident.columns.status'),
      sort: 'status',
      steady: true,
      render: ({ status }) => <IncidentStatus status={status} />,
    },
    {
      key: 'due',
      label: t('incident.columns.due'),
      sort: 'acknowledgeBy',
      render: ({ acknowledgeBy }) => (
        <span className={styles['due']}>
          <AcknowledgeClock dueAt={acknowledgeBy} />
        </span>
      ),
    },
    {
      key: 'reported',
      label: t('incident.columns.reported'),
      sort: 'reportedAt',
      hiddenBelow: 1080,
      render: ({ reportedAt }) => (
        <time className="num nowrap" dateTime={reportedAt}>
          {formatReaderInstant(reportedAt)}
        </time>
      ),
    },
    {
      key: 'code',
      label: t('incident.columns.code'),
      hiddenBelow: 1240,
      render: ({ code }) => <span className="c num">{code}</span>,
    },
  ]
}
