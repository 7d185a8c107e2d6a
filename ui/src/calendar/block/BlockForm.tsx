import { Button } from '@mui/material'
import { calendar } from '@hearth/contracts/calendar'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { Claim } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { DateRangeInput } from '../../components/date-fields/DateRangeInput.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { formatDay, formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './BlockPage.module.css'
import { Refusal } from './Refusal.tsx'
import { useBlockCommand } from './useBlockCommand.ts'
import { useDateProblems } from './useDateProblems.ts'
import { useListingNights } from '../rows/useListingNights.ts'

type Props = {
  block: Claim
  listingTitle: string
  today: LocalDate
}

/** The form of a block's dates and note, and the command that saves them. */
const useBlockForm = ({ block, listingTitle }: Pick<Props, 'block' | 'listingTitle'>) => {
  const t = useText()
  const saved = useSaved()
  const edit = useBlockCommand('edit', {
    onSuccess: (row) => {
      form.reset()
      saved(
        t('blocks.saved', {
          kind: t(`blocks.kind.${row.kind}`),
          range: formatRange(row.start, row.end),
          listing: listingTitle,
        }),
      )
    },
  })
  const { listingId, start, end, note } = block
  const form = useCommandForm({
    schema: calendar.commands.EditBlock.schema,
    values: { listingId, start, end, note },
    command: edit,
    send: (body) => edit.send({ ...block, ...body, nights: nightsBetween(body.start, body.end) }),
  })
  return {
    ...form,
    discard: () => {
      form.reset()
      edit.reset()
    },
  }
}

const Actions = ({ form, wrong }: { form: ReturnType<typeof useBlockForm>; wrong: boolean }) => {
  const t = useText()
  return (
    <div className={styles['actions']}>
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={!form.dirty || wrong || form.paused}
        loading={form.pending && !form.paused}
      >
        {t('blocks.save')}
      </Button>
      {form.dirty && !form.pending && <Button onClick={form.discard}>{t('blocks.discard')}</Button>}
    </div>
  )
}

/** Dates and note of a block. A block that has begun keeps its first night. */
export const BlockForm = ({ block, listingTitle, today }: Props) => {
  const t = useText()
  const form = useBlockForm({ block, listingTitle })
  const { start, end } = form.values
  const nights = useListingNights(block.listingId)
  const begun = block.start < today
  const problems = useDateProblems({ start, end }, today, block.start)
  const wrong = problems.start !== undefined || problems.end !== undefined
  return (
    <Card title={t('blocks.details')}>
      <CommandForm form={form} className={styles['body']} guarded>
        <DateRangeInput
          kind="nights"
          labels={{ start: t('blocks.from'), end: t('blocks.until') }}
          pair={{ start, end }}
          errors={problems}
          help={begun ? { start: t('blocks.startInPast', { day: formatDay(today) }) } : {}}
          note={wrong ? undefined : t('blocks.nightCount', { smart_count: nightsBetween(start, end) })}
          min={today}
          disabled={{ start: begun, end: false }}
          nights={nights}
          onChange={(dates) => form.set(dates)}
        />
        <TextField
          control={form.control}
          name="note"
          optional
          label={t('blocks.note')}
          note={t('blocks.noteHelp')}
          rows={1}
          input={{ maxLength: 300 }}
        />
        <Refusal error={form.error} />
        <Actions form={form} wrong={wrong} />
        {form.paused && <p className="q">{t('app.waits')}</p>}
      </CommandForm>
    </Card>
  )
}
