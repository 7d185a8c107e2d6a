import { useState } from 'react'
import { Button } from '@mui/material'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { Claim } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import type { BlockState } from './blockState.ts'
import { Refusal } from './Refusal.tsx'
import { useBlockCommand } from './useBlockCommand.ts'

type Props = { block: Claim; state: BlockState; listingTitle: string; today: LocalDate }

const RESTORABLE_MS = 30 * 24 * 3_600_000

/** The block with the nights that it had before it was removed. */
const restored = (row: Claim): Claim => {
  const start = row.removedStart ?? row.start
  const end = row.removedEnd ?? row.end
  return {
    ...row,
    start,
    end,
    nights: nightsBetween(start, end),
    state: 'committed',
    releasedAt: null,
    restorableUntil: null,
    removedStart: null,
    removedEnd: null,
  }
}

/** The block once it is removed: nights that have begun stay blocked. */
const removed = (block: Claim, today: LocalDate): Claim => ({
  ...block,
  ...(block.start < today
    ? { end: today, nights: nightsBetween(block.start, today) }
    : { state: 'released', releasedAt: new Date().toISOString() }),
  removedStart: block.start,
  removedEnd: block.end,
  restorableUntil: new Date(Date.now() + RESTORABLE_MS).toISOString(),
})

const RestoreButton = ({ block, restore }: { block: Claim; restore: ReturnType<typeof useBlockCommand> }) => {
  const t = useText()
  return (
    <span style={{ display: 'grid', gap: 8 }}>
      <Button
        loading={restore.pending && !restore.paused}
        disabled={restore.paused}
        onClick={() => restore.send(restored(block))}
      >
        <Icon name="undo" size={16} />
        {t('blocks.restore')}
      </Button>
      <Refusal error={restore.error} />
    </span>
  )
}

/** Open the nights again, or block them again within 30 days. */
export const BlockActions = ({ block, state, listingTitle, today }: Props) => {
  const t = useText()
  const saved = useSaved()
  const [asking, setAsking] = useState(false)
  const words = (range: Readonly<{ start: LocalDate; end: LocalDate }>) => ({
    range: formatRange(range.start, range.end),
    listing: listingTitle,
  })
  const restore = useBlockCommand('restore', {
    onSuccess: (row) => saved(t('blocks.restoredNow', words(row))),
  })
  const remove = useBlockCommand('remove', {
    onSuccess: (row) => {
      setAsking(false)
      saved(t('blocks.removedNow', words(restored(row))), () => restore.send(restored(row)))
    },
  })
  const begun = block.start < today
  return (
    <>
      {state.restorable && <RestoreButton block={block} restore={restore} />}
      {state.changeable && (
        <Button
          color="error"
          onClick={() => {
            remove.reset()
            setAsking(true)
          }}
        >
          {t('blocks.remove')}
        </Button>
      )}
      <ConfirmCommand
        open={asking}
        title={t('blocks.removeTitle')}
        confirm={t('blocks.remove')}
        keep={t('blocks.keep')}
        destructive
        pending={remove.pending}
        error={remove.error}
        onConfirm={() => remove.send(removed(block, today))}
        onClose={() => setAsking(false)}
      >
        {t(
          begun ? 'blocks.removeBegun' : 'blocks.removeText',
          words({ start: begun ? today : block.start, end: block.end }),
        )}
      </ConfirmCommand>
    </>
  )
}
