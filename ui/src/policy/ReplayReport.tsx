import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { PolicyReplay } from '@hearth/contracts/policy'
import { Figure, Figures } from '../components/display/Figures.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { moneyText } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { policyTexts } from '../i18n/en/policy.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { HostsCard } from './HostsCard.tsx'
import styles from './Replay.module.css'
import { ReplayActions, ReplayFilters } from './ReplayFilters.tsx'
import { SIDES, useReplay, useReplayView, useVersions, type PolicyVersion, type Side } from './useReplay.ts'
import { VersionCards } from './VersionCards.tsx'

addTexts({ policy: policyTexts })

const Totals = ({ total, currency }: { total: PolicyReplay['total']; currency: Currency }) => {
  const t = useText()
  const describe = (side: Side) => {
    const [was, change] = [total.was[side], total.would[side] - total.was[side]]
    return change === 0
      ? t('policy.figures.same')
      : t('policy.figures.change', {
          change: `${change > 0 ? '+' : ''}${formatAmount(change, currency)}`,
          was: formatAmount(was, currency),
        })
  }
  return (
    <section aria-label={t('policy.figures.label')} className={styles['totals']}>
      <Figures>
        <Figure
          label={t('policy.figures.cancellations')}
          value={formatCount(total.cancellations)}
          note={t('policy.figures.differing', { smart_count: total.differing })}
        />
        {SIDES.map((side) => (
          <Figure
            key={side}
            label={t(`policy.figures.${side}`)}
            value={moneyText(total.would[side], currency)}
            note={describe(side)}
          />
        ))}
      </Figures>
    </section>
  )
}

const NoCancellations = () => {
  const t = useText()
  return (
    <Card title={t('policy.hosts.title')}>
      <EmptyState icon="search" title={t('policy.hosts.none')} text={t('policy.hosts.noneText')} />
    </Card>
  )
}

const Replay = ({ versions }: { versions: readonly PolicyVersion[] }) => {
  const t = useText()
  const view = useReplayView(versions)
  const query = useReplay(view)
  return (
    <>
      <p className={styles['unchanged']}>
        <StatusChip tone="info">{t('policy.unchanged')}</StatusChip>
      </p>
      <ReplayFilters view={view} versions={versions} />
      <Loaded query={query} failed={t('policy.failed')} height={480}>
        {(replay) => {
          const { currency } = replay
          const props = currency === null ? undefined : { replay, currency, view }
          return (
            <>
              {props && <ReplayActions {...props} />}
              {props && <Totals total={replay.total} currency={props.currency} />}
              <div className={styles['columns']}>
                {props ? <HostsCard {...props} /> : <NoCancellations />}
                <VersionCards
                  replay={replay}
                  version={versions.find(({ version }) => version === replay.version)}
                />
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/**
 * What another version of the cancellation policy would have made of past cancellations. Nothing is written
 * (docs/domain/policy.md#replay).
 */
const ReplayReport = () => {
  const t = useText()
  return (
    <Loaded query={useVersions()} failed={t('policy.failed')} height={480}>
      {(versions) => <Replay versions={versions} />}
    </Loaded>
  )
}
export default ReplayReport
