import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './CommandPalette.module.css'
import { EntryRow, type PaletteEntry, type PaletteGroup } from './PaletteEntry.tsx'
import { usePaletteResults } from './usePaletteResults.ts'

type GroupProps = {
  id: string
  group: PaletteGroup
  typed: string
  chosen: PaletteEntry | undefined
  onPoint: (entry: PaletteEntry) => void
  onOpen: (entry: PaletteEntry) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const Group = ({ id, group: { name, entries }, typed, chosen, onPoint, onOpen, onKeyDown }: GroupProps) => (
  <div role="group" aria-label={name}>
    <p aria-hidden className={styles['group']}>
      {name}
    </p>
    {entries.map((entry) => (
      <EntryRow
        key={entry.id}
        id={`${id}-${entry.id}`}
        entry={entry}
        typed={typed}
        chosen={entry === chosen}
        onPoint={() => onPoint(entry)}
        onOpen={() => onOpen(entry)}
        onKeyDown={onKeyDown}
      />
    ))}
  </div>
)

const SearchField = ({
  id,
  chosen,
  text,
  onChange,
  onKeyDown,
}: {
  id: string
  chosen: PaletteEntry | undefined
  text: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) => {
  const t = useText()
  return (
    <div className={styles['field']}>
      <Icon name="search" />
      <input
        // A person opens the palette to type.
        ref={(element) => element?.focus()}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        aria-label={t('app.palette.placeholder')}
        placeholder={t('app.palette.placeholder')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** What is below the results, and their number for screen readers. */
const Summary = ({
  text,
  count,
  failed,
  pending,
}: Readonly<{
  text: string
  count: number
  failed: boolean
  pending: boolean
}>) => {
  const t = useText()
  return (
    <>
      {count === 0 && !pending && <p className={styles['nothing']}>{t('app.palette.nothing', { text })}</p>}
      {failed && <p className={styles['nothing']}>{t('app.palette.failed')}</p>}
      <p className={`${styles['hint']} only-desk`}>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('app.palette.hint')}
      </p>
      <span className="sr" role="status">
        {pending ? '' : t('app.palette.results', { smart_count: count })}
      </span>
    </>
  )
}

const DIALOG_STYLE = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': {
    mt: '9vh',
    mx: { xs: 1, sm: 4 },
    width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 64px)' },
  },
}

/** Ctrl K: actions, pages, listings by name and bookings by guest or code. A combobox over one list. */
const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const { typed, groups, preferred, failed, pending } = usePaletteResults(text)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(active ?? entries.findIndex((entry) => entry === preferred), entries.length - 1)
  const chosen = entries[at]

  const chosenId = chosen && `${id}-${chosen.id}`
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    if (entry.asks !== undefined && entry.asks !== text) {
      setText(entry.asks)
      setActive(null)
      return
    }
    onClose()
    if (typeof entry.open === 'string') void navigate(entry.open)
    else entry.open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setActive((at + step + entries.length) % entries.length)
    }
    if (event.key !== 'Enter') return
    // The focus returns to a button, which this key must not press.
    event.preventDefault()
    open(chosen)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('app.openSearch') } }}
      sx={DIALOG_STYLE}
    >
      <SearchField
        id={id}
        chosen={chosen}
        text={text}
        onChange={(value) => {
          setText(value)
          setActive(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('app.openSearch')} className={styles['list']}>
        {groups.map((group) => (
          <Group
            key={group.name}
            id={id}
            group={group}
            typed={typed}
            chosen={chosen}
            onPoint={(entry) => setActive(entries.indexOf(entry))}
            onOpen={open}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <Summary text={text} count={entries.length} failed={failed} pending={pending} />
    </Dialog>
  )
}
export default CommandPalette
