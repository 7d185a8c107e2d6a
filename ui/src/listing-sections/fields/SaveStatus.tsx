import { useState } from 'react'
import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { problemText } from '../../data/http/problems.ts'
import type { SaveState, SectionEditor } from '../saving/useSection.ts'
import styles from './SaveStatus.module.css'

const ICONS: Readonly<Record<SaveState, IconName>> = {
  saved: 'check',
  unsaved: 'refresh',
  saving: 'refresh',
  offline: 'offline',
  conflict: 'swap',
  wrong: 'alert',
  problem: 'alert',
}

/** The save state of a section; announced when it has changed for a while. */
export const SaveStatus = ({
  editor,
  onlyChanges = false,
}: {
  editor: Pick<SectionEditor, 'state' | 'problem' | 'flush'>
  /** Nothing is shown until something has been changed here. */
  onlyChanges?: boolean
}) => {
  const t = useText()
  const { state, problem, flush } = editor
  const [isTouched, setTouched] = useState(!onlyChanges || state !== 'saved')
  if (!isTouched && state !== 'saved') setTouched(true)
  const quiet = state === 'unsaved' ? 'saving' : state
  return (
    <div className={styles['status']} data-state={state}>
      <span role="status">
        {isTouched && (
          <>
            <Icon name={ICONS[quiet]} size={16} />
            <span>{t(`onboarding.save.${quiet}`)}</span>
          </>
        )}
      </span>
      {state === 'problem' && (
        <>
          <span className="small q">{problemText(problem, t)}</span>
          <Button size="small" onClick={() => void flush()}>
            {t('app.tryAgain')}
          </Button>
        </>
      )}
    </div>
  )
}
