import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FEED_HEALTHS, zFeedHealth, type FeedHealth } from '@hearth/contracts/ical-feed'
import {
  FEEDS_PER_PAGE,
  type FeedHealthOverview,
  type FollowedFeed,
} from '@hearth/contracts/ical-feed/feedHealth'
import { utc } from '../../components/dates/instants.ts'
import { formatCount } from '../../components/display/formatCount.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LogPager } from '../../components/list/LogPager.tsx'
import table from '../../components/list/LogTable.module.css'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { getJson } from '../../data/http/http.ts'
import { feedHealthTexts } from '../../i18n/en/feedHealth.ts'
import { icalFeedTexts } from '../../i18n/en/icalFeed.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { HEALTH_TONES } from '../healthTones.ts'

addTexts({ feedHealth: feedHealthTexts, icalFeed: icalFeedTexts })

const POLL_MS = 30_000

const useFeedHealth = (health: FeedHealth | undefined, page: number) => {
  const query = new URLSearchParams({
    page: String(page),
    ...(health !== undefined && { health }),
  }).toString()
  return useQuery({
    queryKey: ['ical-feeds', 'health', query],
    queryFn: ({ signal }) => getJson<FeedHealthOverview>(`/api/feed-health?${query}`, signal),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })
}

const FeedRow = ({ feed }: { feed: FollowedFeed }) => {
  const t = useText()
  const { id, listingId, listingTitle, hostName, source, health, problem, unread } = feed
  const { healthSince, checkedAt, nextAt, attempts } = feed
  const success = checkedAt === null ? t('feedHealth.never') : utc(checkedAt)
  const next = nextAt === null ? t('feedHealth.notScheduled') : utc(nextAt)
  return (
    <tr>
      <th scope="row" className={table['name']}>
        <Link className="link" to={to.reports({ report: 'events', stream: `icalFeed-${id}` })}>
          {listingTitle ?? listingId}
        </Link>
        <small className="q">{[hostName, source].filter((text) => text !== null).join(', ')}</small>
        <small className={`q num ${table['narrow']}`}>
          {t('feedHealth.checked')} {success}
          <br />
          {t('feedHealth.next')} {next}
        </small>
      </th>
      <td>
        <StatusChip tone={HEALTH_TONES[health]} plain={health === 'ok'}>
          {t(`icalFeed.health.${health}`)}
        </StatusChip>
        <div className="small q">
          {problem === null
            ? t('feedHealth.since', { time: utc(healthSince) })
            : t(`icalFeed.problem.${problem}`)}
        </div>
        {unread > 0 && <div className="small q">{t('feedHealth.unread', { smart_count: unread })}</div>}
      </td>
      <td className={`num ${table['wide']}`}>{success}</td>
      <td className={`num ${table['wide']}`}>{next}</td>
      <td className={`${table['amount']} ${table['wide']}`}>{formatCount(attempts)}</td>
    </tr>
  )
}

const FeedTable = ({ feeds }: Pick<FeedHealthOverview, 'feeds'>) => {
  const t = useText()
  return (
    <div className={table['scroll']}>
      <table className={table['table']} aria-label={t('feedHealth.title')}>
        <thead>
          <tr>
            <th scope="col">{t('feedHealth.feed')}</th>
            <th scope="col">{t('feedHealth.state')}</th>
            <th scope="col" className={table['wide']}>
              {t('feedHealth.checked')}
            </th>
            <th scope="col" className={table['wide']}>
              {t('feedHealth.next')}
            </th>
            <th scope="col" className={`${table['amount']} ${table['wide']}`}>
              {t('feedHealth.failures')}
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Feeds = ({
  health,
  overview,
  page,
}: {
  health: FeedHealth | undefined
  overview: FeedHealthOverview
  page: number
}) => {
  const t = useText()
  const [, change] = useSearchChange()
  const { counts, feeds, total } = overview
  const all = counts.reduce((sum, one) => sum + one.feeds, 0)
  const view = (key: FeedHealth) => ({
    key,
    label: t(`icalFeed.health.${key}`),
    to: to.reports({ report: 'feeds', health: key }),
    current: health === key,
    count: counts.find((one) => one.health === key)?.feeds ?? 0,
  })
  const first = (page - 1) * FEEDS_PER_PAGE + 1
  const last = Math.min(total, page * FEEDS_PER_PAGE)
  return (
    <>
      <SavedViews
        label={t('feedHealth.views.label')}
        views={[
          {
            key: 'all',
            label: t('feedHealth.views.all'),
            to: to.reports({ report: 'feeds' }),
            current: health === undefined,
            count: all,
          },
          ...FEED_HEALTHS.toReversed().map(view),
        ]}
      />
      <Card>
        {feeds.length === 0 ? (
          <EmptyState
            icon="calendar"
            title={t('feedHealth.none')}
            text={t(health === undefined ? 'feedHealth.noneAtAll' : 'feedHealth.noneText')}
          />
        ) : (
          <>
            <FeedTable feeds={feeds} />
            <LogPager
              page={page}
              isLast={last >= total}
              shown={t('feedHealth.shown', { first, last, total: formatCount(total) })}
              newer={t('feedHealth.previous')}
              older={t('feedHealth.following')}
              onPage={(next) => change({ page: String(next) })}
            />
          </>
        )}
      </Card>
    </>
  )
}

/** The calendar feeds of all accounts: their state, the last success and the next try. */
const FeedHealthReport = () => {
  const t = useText()
  const [search] = useSearchChange()
  const health = zFeedHealth.safeParse(search.get('health')).data
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1)
  const query = useFeedHealth(health, page)
  return (
    <Loaded query={query} failed={t('feedHealth.failed')} height={420}>
      {(overview) => <Feeds overview={overview} health={health} page={page} />}
    </Loaded>
  )
}
export default FeedHealthReport
