import { useState } from 'react'
import { Button } from '@mui/material'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Feeds.module.css'
import type { Feed } from './useFeeds.ts'

export const RefreshFeed = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const refresh = useCommand({
    resource: 'ical-feeds',
    verb: 'refresh',
    onSuccess: () => saved(t('icalFeed.import.refreshing', { name })),
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        loading={refresh.pending}
        aria-label={t('icalFeed.import.refreshOf', { name })}
        onClick={() => refresh.run({ record: { id }, body: {} })}
      >
        {t('icalFeed.import.refresh')}
      </Button>
      <ProblemText error={refresh.error} />
    </>
  )
}

export const ReleaseFeed = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const release = useCommand({
    resource: 'ical-feeds',
    verb: 'release',
    onSuccess: () => {
      setOpen(false)
      saved(t('icalFeed.release.done', { name }))
    },
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-label={t('icalFeed.release.of', { name })}
        onClick={() => {
          release.reset()
          setOpen(true)
        }}
      >
        {t('icalFeed.release.button')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('icalFeed.release.title', { name })}
        confirm={t('icalFeed.release.button')}
        keep={t('icalFeed.keep')}
        destructive
        pending={release.pending}
        error={release.error}
        onConfirm={() => release.run({ record: { id }, body: {} })}
        onClose={() => setOpen(false)}
      >
        {t('icalFeed.release.text')}
      </ConfirmCommand>
    </>
  )
}

type BlocksChoiceProps = { id: string; keepBlocks: boolean; onChange: (keep: boolean) => void }

/** Whether the nights that the feed blocks stay blocked without it. */
const BlocksChoice = ({ id, keepBlocks, onChange }: BlocksChoiceProps) => {
  const t = useText()
  return (
    <fieldset className={styles['choices']}>
      <legend>{t('icalFeed.remove.nights')}</legend>
      {([true, false] as const).map((keep) => (
        <label key={String(keep)}>
          <input
            type="radio"
            name={`keep-${id}`}
            checked={keepBlocks === keep}
            onChange={() => onChange(keep)}
          />
          <span>
            {t(keep ? 'icalFeed.remove.keepBlocks' : 'icalFeed.remove.free')}
            <small>{t(keep ? 'icalFeed.remove.keepText' : 'icalFeed.remove.freeText')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export const RemoveFeed = ({ feed: { id, name } }: { feed: Feed }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const [keepBlocks, setKeepBlocks] = useState(true)
  const remove = useCommand({
    resource: 'ical-feeds',
    verb: 'remove',
    touches: ['claims', 'blocks'],
    onSuccess: () => {
      setOpen(false)
      saved(t('icalFeed.remove.done', { name }))
    },
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        color="error"
        aria-label={t('icalFeed.remove.of', { name })}
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
      >
        {t('icalFeed.remove.button')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('icalFeed.remove.title', { name })}
        confirm={t('icalFeed.remove.button')}
        keep={t('icalFeed.keep')}
        destructive
        pending={remove.pending}
        error={remove.error}
        onConfirm={() => remove.run({ record: { id }, body: { keepBlocks } })}
        onClose={() => setOpen(false)}
      >
        <p>{t('icalFeed.remove.text')}</p>
        <BlocksChoice id={id} keepBlocks={keepBlocks} onChange={setKeepBlocks} />
      </ConfirmCommand>
    </>
  )
}
