import { Button } from '@mui/material'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatDecimal } from '@hearth/contracts/kernel/money'
import type { ReplaySides } from '@hearth/contracts/policy'
import { formatRange } from '../components/dates/localDate.ts'
import { useNow } from '../components/dates/useNow.ts'
import { Icon } from '../components/display/icons.tsx'
import { HostSearch } from '../components/form/HostSearch.tsx'
import { Segments } from '../components/form/Segments.tsx'
import { SelectOne } from '../components/form/SelectOne.tsx'
import { downloadCsv } from '../components/list/csv.ts'
import { FilterBar, type Filter } from '../components/list/FilterBar.tsx'
import { DatesForm } from '../components/list/filterForms.tsx'
import { useAccountNames } from '../data/queries/useAccountNames.ts'
import { useText } from '../i18n/text.ts'
import styles from './Replay.module.css'
import { SIDES, type PolicyVersion, type ReplayProps, type ReplayView } from './useReplay.ts'

/** Whether a version is proposed, published, or the one that binds new bookings now. */
const useStateText = (versions: readonly PolicyVersion[]) => {
  const t = useText()
  const now = new Date(useNow(MINUTE_MS)).toISOString()
  const inForce = versions.find(({ state, effectiveFrom }) => state === 'published' && effectiveFrom <= now)
  return (version: PolicyVersion) =>
    t(version === inForce ? 'policy.state.inForce' : `policy.state.${version.state}`)
}

const useDates = (view: ReplayView): Filter => {
  const t = useText()
  return {
    key: 'dates',
    label: t('policy.canceled'),
    value: formatRange(view.from, view.to),
    clear: () => view.change({ from: undefined, to: undefined }),
    form: (close) => (
      <DatesForm
        from={view.from}
        last={view.to}
        onApply={(from, to) => {
          view.change({ from, to })
          close()
        }}
      />
    ),
  }
}

const useHost = (view: ReplayView): Filter => {
  const t = useText()
  const { hostAccountId } = view
  const nameOf = useAccountNames(hostAccountId === undefined ? [] : [hostAccountId])
  return {
    key: 'host',
    label: t('policy.host'),
    value: hostAccountId === undefined ? undefined : nameOf(hostAccountId),
    clear: () => view.change({ hostAccountId: undefined }),
    form: (close) => (
      <HostSearch
        chosen={hostAccountId}
        onChange={({ id }) => {
          view.change({ hostAccountId: id, currency: undefined })
          close()
        }}
      />
    ),
  }
}

const OUTCOME = ''

/** The days, the host, and the two versions that are compared. */
export const ReplayFilters = ({
  view,
  versions,
}: {
  view: ReplayView
  versions: readonly PolicyVersion[]
}) => {
  const t = useText()
  const state = useStateText(versions)
  const filters = [useDates(view), useHost(view)]
  return (
    <FilterBar filters={filters} label={t('policy.options')}>
      <SelectOne
        label={t('policy.version.label')}
        options={versions.map((one) => ({
          key: String(one.version),
          text: t('policy.version.option', { version: one.version, state: state(one) }),
        }))}
        chosen={String(view.version)}
        onChange={(version) => view.change({ version })}
      />
      <SelectOne
        label={t('policy.against.label')}
        options={[
          { key: OUTCOME, text: t('policy.against.outcome') },
          ...versions
            .filter(({ version }) => version !== view.version)
            .map((one) => ({
              key: String(one.version),
              text: t('policy.against.option', { version: one.version, state: state(one) }),
            })),
        ]}
        chosen={view.against === undefined ? OUTCOME : String(view.against)}
        onChange={(against) => view.change({ against: against === OUTCOME ? undefined : against })}
      />
    </FilterBar>
  )
}

/** Selects the currency, where cancellations have several; and downloads the hosts as they are shown. */
export const ReplayActions = ({ replay, currency, view }: ReplayProps) => {
  const t = useText()
  const changes = ({ was, would }: Readonly<{ was: ReplaySides; would: ReplaySides }>) =>
    SIDES.map((side) => Number(formatDecimal(would[side] - was[side], currency)))
  const rows = () => [
    [
      t('policy.hosts.host'),
      t('policy.hosts.cancellations'),
      t('policy.file.differing'),
      `${t('policy.file.guestChange')} (${currency})`,
      `${t('policy.file.hearthChange')} (${currency})`,
      `${t('policy.file.hostChange')} (${currency})`,
    ],
    ...replay.hosts.map((host) => [host.name, host.cancellations, host.differing, ...changes(host)]),
  ]
  return (
    <div className={styles['actions']}>
      {replay.currencies.length > 1 && (
        <Segments
          label={t('policy.currency')}
          options={replay.currencies.map((each) => ({ key: each, text: each }))}
          chosen={currency}
          onChange={(chosen) => view.change({ currency: chosen })}
        />
      )}
      <span className="grow" />
      <Button
        size="small"
        onClick={() => downloadCsv(`policy-replay-${view.from}-${view.to}-${currency}.csv`, rows())}
      >
        <Icon name="download" size={16} />
        {t('policy.export')}
      </Button>
    </div>
  )
}
