import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { icalFeeds } from '@hearth/contracts/ical-feed'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetList } from 'react-admin'
import { useCan } from '../session/session.ts'
import { problemOf } from '../data/http/problems.ts'
import type { Listing } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Field } from '../components/form/Field.tsx'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { Icon } from '../components/display/icons.tsx'
import { formatInstant } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Feeds.module.css'

export type Feed = Shown<typeof icalFeeds>
const MAX_FEEDS = 50
const TONES = { pending: 'info', ok: 'ok', stale: 'warn', failing: 'bad', quarantined: 'bad' } as const

/** The feeds of a listing, by name. */
export const useFeeds = (listingId: string) =>
  useGetList<Feed>(
    'ical-feeds',
    {
      filter: { listingId },
      pagination: { page: 1, perPage: MAX_FEEDS },
      sort: { field: 'name', order: 'ASC' },
    },
    { retry: false },
  )

const AddDialog = ({ listing, onClose }: { listing: Listing; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [sent, setSent] = useState('')
  const add = useCommand({
    resource: 'ical-feeds',
    onSuccess: () => {
      saved(t('feeds.add.done', { name: name.trim() }))
      onClose()
    },
  })
  const atUrl = problemOf(add.error)?.errors?.find(({ pointer }) => pointer === '/url')?.detail
  const missing = name.trim() === '' || url.trim() === '' ? t('feeds.add.missing') : undefined
  return (
    <FormDialog
      title={t('feeds.add.title')}
      submit={t('feeds.add.submit')}
      close={t('feeds.keep')}
      missing={missing}
      pending={add.pending}
      error={atUrl === undefined ? add.error : null}
      onSubmit={() => {
        setSent(url)
        add.run({ body: { listingId: listing.id, name: name.trim(), url: url.trim() } })
      }}
      onClose={onClose}
    >
      <Field label={t('feeds.add.name')} help={t('feeds.add.nameHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={name}
            onChange={({ target }) => setName(target.value)}
            inputProps={{ ...field, maxLength: 60 }}
          />
        )}
      </Field>
      <Field
        label={t('feeds.add.url')}
        help={t('feeds.add.urlHelp')}
        error={atUrl !== undefined && sent === url ? t('feeds.add.wrong', { detail: atUrl }) : undefined}
      >
        {({ error, ...field }) => (
          <OutlinedInput
            error={error}
            type="url"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
            inputProps={{ ...field, maxLength: 2000, autoComplete: 'off', spellCheck: false }}
          />
        )}
      </Field>
    </FormDialog>
  )
}

const Refresh = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const refresh = useCommand({
    resource: 'ical-feeds',
    verb: 'refresh',
    onSuccess: () => saved(t('feeds.import.refreshing', { name })),
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        loading={refresh.pending}
        aria-label={t('feeds.import.refreshOf', { name })}
        onClick={() => refresh.run({ record: { id }, body: {} })}
      >
        {t('feeds.import.refresh')}
      </Button>
      <ProblemText error={refresh.error} />
    </>
  )
}

const Release = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const release = useCommand({
    resource: 'ical-feeds',
    verb: 'release',
    onSuccess: () => {
      setOpen(false)
      saved(t('feeds.release.done', { name }))
    },
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-label={t('feeds.release.of', { name })}
        onClick={() => {
          release.reset()
          setOpen(true)
        }}
      >
        {t('feeds.release.button')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('feeds.release.title', { name })}
        confirm={t('feeds.release.button')}
        keep={t('feeds.keep')}
        destructive
        pending={release.pending}
        error={release.error}
        onConfirm={() => release.run({ record: { id }, body: {} })}
        onClose={() => setOpen(false)}
      >
        {t('feeds.release.text')}
      </ConfirmCommand>
    </>
  )
}

const Remove = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const [keepBlocks, setKeepBlocks] = useState(true)
  const remove = useCommand({
    resource: 'ical-feeds',
    verb: 'remove',
    touches: ['claims', 'blocks', 'nights'],
    onSuccess: () => {
      setOpen(false)
      saved(t('feeds.remove.done', { name }))
    },
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        color="error"
        aria-label={t('feeds.remove.of', { name })}
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
      >
        {t('feeds.remove.button')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('feeds.remove.title', { name })}
        confirm={t('feeds.remove.button')}
        keep={t('feeds.keep')}
        destructive
        pending={remove.pending}
        error={remove.error}
        onConfirm={() => remove.run({ record: { id }, body: { keepBlocks } })}
        onClose={() => setOpen(false)}
      >
        <p>{t('feeds.remove.text')}</p>
        <fieldset className={styles['choices']}>
          <legend>{t('feeds.remove.nights')}</legend>
          {([true, false] as const).map((keep) => (
            <label key={String(keep)}>
              <input
                type="radio"
                name={`keep-${id}`}
                checked={keepBlocks === keep}
                onChange={() => setKeepBlocks(keep)}
              />
              <span>
                {t(keep ? 'feeds.remove.keepBlocks' : 'feeds.remove.free')}
                <small>{t(keep ? 'feeds.remove.keepText' : 'feeds.remove.freeText')}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </ConfirmCommand>
    </>
  )
}

const FeedRow = ({ feed, zone, mayWrite }: { feed: Feed; zone: string; mayWrite: boolean }) => {
  const t = useText()
  const { name, source, health, problem, entries, checkedAt } = feed
  return (
    <li>
      <div className={styles['what']}>
        <p>
          <span className="strong">{name}</span> <span className="c">{source}</span>
        </p>
        <p className="small q num">
          {checkedAt === null
            ? t('feeds.import.never')
            : t('feeds.import.checked', { instant: formatInstant(checkedAt, zone) })}
          {health === 'ok' && `, ${t('feeds.import.entries', { smart_count: entries })}`}
        </p>
        {health !== 'ok' && (
          <p className="small">
            {problem !== null && `${t(`feeds.problem.${problem}`)} `}
            {t(`feeds.healthText.${health}`)}
          </p>
        )}
        {health === 'ok' && problem !== null && <p className="small q">{t(`feeds.problem.${problem}`)}</p>}
      </div>
      <div className={styles['side']}>
        <StatusChip tone={TONES[health]} plain={health === 'ok'}>
          {t(`feeds.health.${health}`)}
        </StatusChip>
      </div>
      {mayWrite && (
        <div className={styles['acts']}>
          <Refresh feed={feed} />
          {health === 'quarantined' && <Release feed={feed} />}
          <Remove feed={feed} />
        </div>
      )}
    </li>
  )
}

/**
 * Every calendar the listing follows: whether it can be trusted, when it was fetched last, what can be done.
 */
export const ImportCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayWrite = useCan('block.write')
  const [adding, setAdding] = useState(false)
  const { data: feeds, error, refetch } = useFeeds(listing.id)
  const add = mayWrite && (
    <Button size="small" onClick={() => setAdding(true)}>
      <Icon name="plus" size={16} />
      {t('feeds.import.add')}
    </Button>
  )
  return (
    <Card title={t('feeds.import.title')}>
      {error && !feeds ? (
        <ErrorState title={t('feeds.import.failed')} error={error} onRetry={() => void refetch()} />
      ) : !feeds ? (
        <div aria-busy="true">
          <Skeleton height={160} />
        </div>
      ) : feeds.length === 0 ? (
        <EmptyState
          icon="calendar"
          title={t('feeds.import.none')}
          text={t('feeds.import.noneText')}
          actions={add}
        />
      ) : (
        <>
          <ul className={styles['rows']} aria-label={t('feeds.import.title')}>
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} zone={listing.timezone} mayWrite={mayWrite} />
            ))}
          </ul>
          <div className={styles['foot']}>
            <span>{t('feeds.import.followed')}</span>
            {add}
          </div>
        </>
      )}
      {adding && <AddDialog listing={listing} onClose={() => setAdding(false)} />}
    </Card>
  )
}
