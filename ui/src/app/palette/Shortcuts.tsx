import { useRef } from 'react'
import { Dialog } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { createStore } from '../../data/store.ts'
import { useText } from '../../i18n/text.ts'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { useWholeMenu } from '../menu.ts'
import styles from './Shortcuts.module.css'

export const helpOpen = createStore(false)
const CHORD_MS = 1000

/** `g`, then within a second the letter of a page. */
const usePageChords = (entries: ReturnType<typeof useWholeMenu>) => {
  const navigate = useNavigate()
  const startedAt = useRef(0)
  useHotkey(
    ({ key }) => key === 'g',
    () => {
      startedAt.current = Date.now()
    },
  )
  useHotkey(
    ({ key }) => Date.now() - startedAt.current < CHORD_MS && entries.some(({ menu }) => menu.key === key),
    ({ key }) => {
      startedAt.current = 0
      const entry = entries.find(({ menu }) => menu.key === key)
      if (entry) void navigate(entry.path)
    },
  )
}

/** `g` then a letter goes to a page, `?` shows the help. */
export const Shortcuts = () => {
  const t = useText()
  const open = helpOpen.use()
  const entries = useWholeMenu()
  useHotkey(
    ({ key }) => key === '?',
    () => helpOpen.set(true),
  )
  usePageChords(entries)
  const rows: readonly (readonly [keys: readonly string[], text: string])[] = [
    [['Ctrl', 'K'], t('app.keys.search')],
    ...entries.map(({ menu, title }): [string[], string] => [
      ['G', menu.key.toUpperCase()],
      t('app.keys.go', { page: t(title) }),
    ]),
    [['J', 'K'], t('app.keys.move')],
    [['Enter'], t('app.keys.open')],
    [['/'], t('app.keys.filter')],
    [['B'], t('app.keys.block')],
    [['P'], t('app.keys.price')],
    [['E'], t('app.keys.why')],
    [['?'], t('app.keys.help')],
  ]
  return (
    <Dialog
      open={open}
      onClose={() => helpOpen.set(false)}
      aria-labelledby="shortcuts-title"
      fullWidth
      maxWidth="xs"
    >
      <div className={styles['help']}>
        <h2 id="shortcuts-title">{t('app.shortcuts')}</h2>
        <dl>
          {rows.map(([keys, text]) => (
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
      </div>
    </Dialog>
  )
}
