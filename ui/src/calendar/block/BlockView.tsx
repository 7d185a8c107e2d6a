import { nightPrice } from '@hearth/contracts/listing'
import { useLock, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Claim, Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useListingHistory } from '../../data/queries/useListingHistory.ts'
import type { Tone } from '../../theme/tokens.ts'
import { CalendarStrip } from '../../calendar-strip/CalendarStrip.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { FactList } from '../../components/display/FactList.tsx'
import {
  addDays,
  formatDay,
  formatInstant,
  formatRange,
  nightsBetween,
  listNights,
  todayIn,
  zoneName,
  type LocalDate,
} from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { BlockActions } from './BlockActions.tsx'
import { BlockForm } from './BlockForm.tsx'
import { useMayChange } from './useMayChange.ts'
import { useNightOverrides } from '../rows/useNightOverrides.ts'
import styles from './BlockPage.module.css'
import { computeBlockState, type BlockState } from './blockState.ts'

const TONES: Record<BlockState['phase'], Tone> = {
  upcoming: 'brand',
  now: 'warn',
  past: 'mute',
  removed: 'mute',
  cut: 'mute',
}
const SERVICES: readonly string[] = ['scheduler', 'gateway', 'system', 'provider']

type DateRange = Readonly<{ start: LocalDate; end: LocalDate }>
type Words = Readonly<{ range: string; end: string; until: string }>

/** The name of the person who made the block, from the listing's history. */
const useCreatorName = ({ createdBy, listingId }: Claim) => {
  const t = useText()
  const me = useSession()?.user.id
  const { data = [] } = useListingHistory(listingId)
  if (createdBy === me) return t('blocks.you')
  if (createdBy === 'importer') return t('blocks.import')
  if (SERVICES.includes(createdBy)) return t('blocks.hearth')
  return data.find(({ who }) => who.id === createdBy)?.who.name ?? t('blocks.colleague')
}

/** Why the form is closed; undefined while the block can be changed. */
const useLocked = (block: Claim, { phase, restorable, changeable }: BlockState, words: Words) => {
  const t = useText()
  const lock = useLock('block.write')
  const lockText = useLockText('block.write')
  const mayChange = useMayChange(block)
  if (lock !== undefined) return lock === 'role' ? t('blocks.readOnly') : lockText
  if (!mayChange) return t('blocks.someoneElses')
  if (phase === 'removed') return t(restorable ? 'blocks.removedText' : 'blocks.goneText', words)
  if (phase === 'past' || (phase === 'cut' && !changeable)) return t('blocks.pastText')
  if (changeable) return undefined
  return t(block.kind === 'ical_import' ? 'blocks.imported' : 'blocks.theirs')
}

const BlockFacts = ({ block, listing, start, end }: { block: Claim; listing: Listing } & DateRange) => {
  const t = useText()
  const creator = useCreatorName(block)
  const { timezone, currency, pricing } = listing
  const overrides = useNightOverrides(listing.id, start, end)
  const price =
    pricing === null || overrides === undefined
      ? null
      : listNights(start, end).reduce((sum, night) => sum + nightPrice(pricing, night, overrides[night]), 0)
  return (
    <FactList
      facts={[
        {
          term: t('blocks.nights', { zone: zoneName(timezone) }),
          value: formatRange(start, end),
          detail: t('blocks.nightCount', { smart_count: nightsBetween(start, end) }),
        },
        ...(price === null
          ? []
          : [
              {
                term: t('blocks.closes'),
                value: <Money amountMinor={price} currency={currency} />,
                detail: t('blocks.closesText'),
              },
            ]),
        {
          term: t('blocks.made'),
          value: formatInstant(block.createdAt, timezone),
          detail: t('blocks.by', { name: creator }),
        },
      ]}
    />
  )
}

/** The block's dates and note as text, and why they cannot be changed. */
const LockedBlock = ({ block, start, end, why }: { block: Claim; why: string } & DateRange) => {
  const t = useText()
  return (
    <Card title={t('blocks.details')}>
      <div className={styles['body']}>
        <dl className={styles['plain']}>
          <div>
            <dt>{t('blocks.from')}</dt>
            <dd className="num">{formatDay(start)}</dd>
          </div>
          <div>
            <dt>{t('blocks.until')}</dt>
            <dd className="num">{formatDay(end)}</dd>
          </div>
          {block.note !== null && (
            <div>
              <dt>{t('blocks.note')}</dt>
              <dd>{block.note}</dd>
            </div>
          )}
        </dl>
        <p className="q">{why}</p>
      </div>
    </Card>
  )
}

const OwnerStayCard = ({ stay }: { stay: NonNullable<Claim['ownerStay']> }) => {
  const t = useText()
  return (
    <Card title={t('blocks.stay')}>
      <dl className={`${styles['plain']} ${styles['body']}`}>
        <div>
          <dt>{t('blocks.guests')}</dt>
          <dd className="num">{stay.guests}</dd>
        </div>
        <div>
          <dt>{t('blocks.cleaning')}</dt>
          <dd>{t(stay.cleaningRequested ? 'blocks.yes' : 'blocks.no')}</dd>
        </div>
        <div>
          <dt>{t('blocks.friends')}</dt>
          <dd>{t(stay.forFriends ? 'blocks.yes' : 'blocks.no')}</dd>
        </div>
      </dl>
    </Card>
  )
}

export const BlockView = ({ block, listing }: { block: Claim; listing: Listing }) => {
  const t = useText()
  const mayChange = useMayChange(block)
  const format = useFormatDeadline()
  const now = new Date(useNow(60_000)).toISOString()
  const { timezone, title } = listing
  const today = todayIn(timezone)
  const state = computeBlockState(block, today, now)
  const { start, end, phase } = state
  const words = {
    range: formatRange(start, end),
    end: formatDay(block.removedEnd ?? end),
    until: block.restorableUntil === null ? '' : format(block.restorableUntil, timezone),
  }
  const locked = useLocked(block, state, words)
  const calendar = to.calendar({ from: addDays(start, -2), listing: listing.id })
  return (
    <>
      <PageHeader
        title={`${t(`blocks.kind.${block.kind}`)}, ${title}`}
        crumbs={[{ label: t('calendar.title'), to: calendar }, { label: formatRange(start, end) }]}
        aside={
          <StatusChip tone={TONES[phase]} plain={phase === 'upcoming'}>
            {t(`blocks.state.${phase}`)}
          </StatusChip>
        }
        actions={mayChange && <BlockActions block={block} state={state} listingTitle={title} today={today} />}
      />
      <BlockFacts block={block} listing={listing} start={start} end={end} />
      <div className={styles['strip']}>
        <CalendarStrip
          listingId={listing.id}
          subject={{
            id: block.id,
            label: t(`blocks.kind.${block.kind}`),
            start,
            end,
            tone: phase === 'removed' ? 'gone' : 'block',
          }}
        />
      </div>
      <div className={styles['two']}>
        {locked === undefined ? (
          <BlockForm key={block.id} block={block} listingTitle={title} today={today} />
        ) : (
          <LockedBlock block={block} start={start} end={end} why={locked} />
        )}
        {block.ownerStay && <OwnerStayCard stay={block.ownerStay} />}
      </div>
      {phase === 'cut' && state.restorable && (
        <p className="q" style={{ marginTop: 16 }}>
          {t('blocks.cutText', words)}
        </p>
      )}
    </>
  )
}
