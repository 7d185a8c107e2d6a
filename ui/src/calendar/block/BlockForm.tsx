import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { Claim } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { formatDay, formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './BlockPage.module.css'
import { Refusal } from './Refusal.tsx'
import { useBlockCommand } from './useBlockCommand.ts'
import { useDateProblems } from './useDateProblems.ts'

type Draft = Readonly<{ start: LocalDate; end: LocalDate; note: string }>
type Props = {
  block: Claim
  listingTitle: string
  today: LocalDate
  /** Why nothing can be changed; undefined while the block can be edited. */ locked: string | undefined
}

/** Dates and note of a block. A block that has begun keeps its first night. */
export const BlockForm = ({ block, listingTitle, today, locked }: Props) => {
  const t = useText()
  const saved = useSaved()
  const [draft, setDraft] = useState<Draft | null>(null)
  const edit = useBlockCommand('edit', {
    onSuccess: (row) => {
      setDraft(null)
      saved(
        t('blocks.saved', {
          kind: t(`blocks.kind.${row.kind}`),
          range: formatRange(row.start, row.end),
          listing: listingTitle,
        }),
      )
    },
  })
  const given: Draft = { start: block.start, end: block.end, note: block.note ?? '' }
  const { start, end, note } = draft ?? given
  const set = (part: Partial<Draft>) => setDraft({ start, end, note, ...part })
  const dirty = draft !== null && (start !== given.start || end !== given.end || note !== given.note)
  const begun = block.start < today
  const problems = useDateProblems({ start, end }, today, block.start)
  const wrong = problems.start !== undefined || problems.end !== undefined
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (dirty && !wrong)
      edit.send({
        ...block,
        start,
        end,
        nights: nightsBetween(start, end),
        note: note.trim() === '' ? null : note.trim(),
      })
  }
  const off = locked !== undefined
  return (
    <Card title={t('blocks.details')}>
      <form className={styles['body']} onSubmit={submit}>
        <div className={styles['dates']}>
          <Field
            label={t('blocks.from')}
            error={problems.start}
            help={begun && !off ? t('blocks.startInPast', { day: formatDay(today) }) : undefined}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                type="date"
                error={error}
                value={start}
                disabled={off || begun}
                onChange={({ target }) => set({ start: target.value })}
                inputProps={{ ...field, min: today }}
              />
            )}
          </Field>
          <Field
            label={t('blocks.until')}
            error={problems.end}
            help={wrong ? undefined : t('blocks.nightCount', { smart_count: nightsBetween(start, end) })}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                type="date"
                error={error}
                value={end}
                disabled={off}
                onChange={({ target }) => set({ end: target.value })}
                inputProps={{ ...field, min: today }}
              />
            )}
          </Field>
        </div>
        <Field
          label={
            <>
              {t('blocks.note')} <span className="c">{t('blocks.noteHelp')}</span>
            </>
          }
        >
          {({ error: _error, ...field }) => (
            <OutlinedInput
              multiline
              maxRows={6}
              value={note}
              disabled={off}
              onChange={({ target }) => set({ note: target.value })}
              inputProps={{ ...field, maxLength: 300 }}
            />
          )}
        </Field>
        <Refusal error={edit.error} />
        {off ? (
          <p className="q">{locked}</p>
        ) : (
          <div className={styles['actions']}>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={!dirty || wrong || edit.paused}
              loading={edit.pending && !edit.paused}
            >
              {t('blocks.save')}
            </Button>
            {dirty && (
              <Button
                onClick={() => {
                  setDraft(null)
                  edit.reset()
                }}
              >
                {t('blocks.discard')}
              </Button>
            )}
          </div>
        )}
        {edit.paused && <p className="q">{t('calendar.waits')}</p>}
      </form>
      {dirty && !edit.pending && <UnsavedGuard />}
    </Card>
  )
}
