import { useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './CommandPalette.module.css'
import { usePaletteResults, type PaletteGroup } from './usePaletteResults.ts'

type Entry = PaletteGroup['entries'][number]
type GroupProps = {
  id: string
  group: PaletteGroup
  chosen: Entry | undefined
  onPoint: (entry: Entry) => void
  onOpen: (entry: Entry) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const Group = ({ id, group: { name, entries }, chosen, onPoint, onOpen, onKeyDown }: GroupProps) => (
  <div role="group" aria-label={name}>
    <p aria-hidden className={styles['group']}>
      {name}
    </p>
    {entries.map((entry) => (
      <div
        key={entry.path}
        id={`${id}-${entry.path}`}
        role="option"
        tabIndex={-1}
        aria-selected={entry === chosen}
        className={styles['entry']}
        onMouseMove={() => onPoint(entry)}
        onClick={() => onOpen(entry)}
        onKeyDown={onKeyDown}
      >
        <Icon name={entry.icon} />
        <span className="strong clip">{entry.title}</span>
        <span className="small c clip num">{entry.detail}</span>
      </div>
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
  chosen: Entry | undefined
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
        aria-activedescendant={chosen ? `${id}-${chosen.path}` : undefined}
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

/** Ctrl K: pages, bookings by code or guest, listings by name. A combobox over one list of links. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { groups, failed, pending } = usePaletteResults(text)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries[Math.min(active, entries.length - 1)]

  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    void navigate(entry.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, entries.length - 1) + step + entries.length) % entries.length)
    }
    if (event.key === 'Enter') open(chosen)
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
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('app.openSearch')} className={styles['list']}>
        {groups.map((group) => (
          <Group
            key={group.name}
            id={id}
            group={group}
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
