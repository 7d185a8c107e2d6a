import { useRef } from 'react'
import { Dialog, IconButton } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { createStore } from '../../data/store.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { SHORTCUT_PLACES, SHORTCUTS, listShortcuts } from '../../components/action/shortcuts.ts'
import { useHotkey, usePageKey } from '../../components/action/useHotkey.ts'
import { useWholeMenu } from '../menu.ts'
import styles from './Shortcuts.module.css'

export const helpOpen = createStore(false)
const CHORD_MS = 1000

/** `g`, then within a second the letter of a page. */
const usePageChords = (entries: ReturnType<typeof useWholeMenu>) => {
  const navigate = useNavigate()
  const startedAt = useRef(0)
  useHotkey('go', () => {
    startedAt.current = Date.now()
  })
  usePageKey(
    (pressed) =>
      Date.now() - startedAt.current < CHORD_MS && entries.some(({ menu }) => menu.key === pressed),
    (pressed) => {
      startedAt.current = 0
      const entry = entries.find(({ menu }) => menu.key === pressed)
      if (entry) void navigate(entry.path)
    },
  )
}

type Line = Readonly<{ keys: readonly string[]; text: string }>

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {lines.map(({ keys, text }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** `g` then a letter goes to a page, `?` shows every key by where it works. */
export const Shortcuts = () => {
  const t = useText()
  const open = helpOpen.use()
  const entries = useWholeMenu()
  useHotkey('help', () => helpOpen.set(true))
  usePageChords(entries)
  const pages = entries.map(({ menu, title }): Line => ({
    keys: ['G', menu.key.toUpperCase()],
    text: t('app.keys.go', { page: t(title) }),
  }))
  return (
    <Dialog
      open={open}
      onClose={() => helpOpen.set(false)}
      aria-labelledby="shortcuts-title"
      fullWidth
      maxWidth="md"
    >
      <div className={styles['help']}>
        <header>
          <h2 id="shortcuts-title">{t('app.shortcuts')}</h2>
          <IconButton aria-label={t('app.close')} onClick={() => helpOpen.set(false)}>
            <Icon name="cross" />
          </IconButton>
        </header>
        <div className={styles['places']}>
          {SHORTCUT_PLACES.map((place) => (
            <Lines
              key={place}
              title={t(`app.keys.places.${place}`)}
              lines={[
                ...listShortcuts(place)
                  .filter((name) => name !== 'go')
                  .map((name): Line => ({ keys: SHORTCUTS[name].keys, text: t(SHORTCUTS[name].text) })),
                ...(place === 'everywhere' ? pages : []),
              ]}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
