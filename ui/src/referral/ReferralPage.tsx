import './texts.ts'
import '../ledger/texts.ts'
import { useParams } from 'react-router-dom'
import { sum } from '@hearth/contracts/kernel/money'
import { History } from '../components/display/History.tsx'
import { FactList } from '../components/display/FactList.tsx'
import { Money } from '../components/display/Money.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { NotFound } from '../components/feedback/NotFound.tsx'
import { browserZone } from '../components/dates/localDate.ts'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { readStatus } from '../data/http/problems.ts'
import { ExplainTree } from '../ledger/ExplainTree.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import {
  describeNext,
  describeReward,
  describeUntil,
  formatReaderDay,
  nameReferral,
} from './formatReferral.ts'
import styles from './Referral.module.css'
import { Reward } from './ReferralRows.tsx'
import { ReferralState } from './ReferralState.tsx'
import { TermsCard } from './TermsCard.tsx'
import { useReferral, useReferralEarnings, useReferralHistory, type Referral } from './useReferrals.ts'

/** The entries of the ledger, down to the events behind them. */
const Earnings = ({ id }: { id: string }) => {
  const t = useText()
  const { data } = useReferralEarnings(id)
  const [first, second] = data?.entries ?? []
  if (data === undefined || first === undefined) return null
  return (
    <Card title={t('referral.earnings')}>
      <ExplainTree lines={data.entries} zone={browserZone()} openFirst />
      {second !== undefined && (
        <p className={styles['together']}>
          <span>{t('referral.together')}</span>
          <Money
            amountMinor={sum(data.entries.map(({ amountMinor }) => amountMinor))}
            currency={first.currency}
          />
        </p>
      )}
    </Card>
  )
}

const Details = ({ row }: { row: Referral }) => {
  const t = useText()
  const history = useReferralHistory(row.id)
  const facts = [
    { term: t('referral.columns.state'), value: <ReferralState row={row} /> },
    { term: t('referral.columns.next'), value: describeNext(row, t), detail: describeUntil(row, t) },
    {
      term: t('referral.columns.reward'),
      value: <Reward row={row} />,
      detail: describeReward(row, t),
    },
  ]
  return (
    <>
      <FactList facts={facts} />
      <div className={styles['page']}>
        <div className={styles['main']}>
          <Earnings id={row.id} />
          <Card title={t('referral.history')}>
            <Loaded query={history} failed={t('referral.historyFailed')} bare>
              {(entries) => (
                <div className={styles['body']}>
                  <History entries={entries} zone={browserZone()} />
                </div>
              )}
            </Loaded>
          </Card>
        </div>
        <TermsCard
          title={t('referral.terms.frozen')}
          terms={row.terms}
          note={t('referral.terms.frozenNote', {
            day: formatReaderDay(row.invitedAt),
            days: row.terms.clawbackDays,
          })}
        />
      </div>
    </>
  )
}

/** `/referrals/:id`: one invitation with its frozen terms, its history and what it brought. */
const ReferralPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const query = useReferral(id)
  if ([404, 422].includes(readStatus(query.error))) return <NotFound />
  const { data: row } = query
  return (
    <>
      <PageHeader
        title={row === undefined ? t('referral.title') : nameReferral(row, t)}
        crumbs={[{ label: t('referral.title'), to: to.referrals() }]}
      />
      <Loaded query={query} failed={t('referral.failedOne')}>
        {(loaded) => <Details row={loaded} />}
      </Loaded>
    </>
  )
}
export default ReferralPage
