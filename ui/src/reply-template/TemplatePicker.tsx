import { useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from '@mui/material'
import { Link } from 'react-router-dom'
import { renderTemplate, type TemplateValues } from '@hearth/contracts/reply-template'
import { Icon } from '../components/display/icons.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { formatVariables } from './formatVariables.ts'
import styles from './TemplatePicker.module.css'
import './texts.ts'
import { useTemplates, type ReplyTemplate } from './useTemplates.ts'
import { useTemplateValues, type TemplateSubject } from './useTemplateValues.ts'

type OptionProps = {
  id: string
  template: ReplyTemplate
  values: TemplateValues | undefined
  chosen: boolean
  onPick: (text: string) => void
}

const Option = ({ id, template, values, chosen, onPick }: OptionProps) => {
  const t = useText()
  const { text, missing } = renderTemplate(template.body, values ?? {})
  return (
    // The keys are those of the field that controls the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={styles['option']}
      onClick={() => values && onPick(text)}
    >
      <b>{template.name}</b>
      <span className={`small q ${styles['text']}`}>{text}</span>
      {values && missing.length > 0 && (
        <span className="small c">{t('replyTemplate.missing', { what: formatVariables(missing, t) })}</span>
      )}
    </div>
  )
}

const matches = ({ name, body }: ReplyTemplate, typed: string) =>
  `${name} ${body}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())

type Props = { subject: TemplateSubject; onPick: (text: string) => void; onClose: () => void }

/** The saved replies, filled in for the conversation. A combobox over one list. */
export const TemplatePicker = ({ subject, onPick, onClose }: Props) => {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { data = [], isPending } = useTemplates()
  const values = useTemplateValues(subject, true)
  const found = data.filter((template) => matches(template, typed))
  const at = Math.min(active, found.length - 1)
  const chosen = found[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setActive((at + step + found.length) % found.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (chosen && values) onPick(renderTemplate(chosen.body, values).text)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      // The message gets the focus.
      disableRestoreFocus
      slotProps={{ paper: { 'aria-label': t('replyTemplate.pick') } }}
    >
      <div className={styles['field']}>
        <Icon name="search" />
        <input
          ref={(element) => element?.focus()}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-label={t('replyTemplate.search')}
          placeholder={t('replyTemplate.search')}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('replyTemplate.pick')} className={styles['list']}>
        {found.map((template) => (
          <Option
            key={template.id}
            id={`${id}-${template.id}`}
            template={template}
            values={values}
            chosen={template === chosen}
            onPick={onPick}
          />
        ))}
      </div>
      {!isPending && found.length === 0 && (
        <p className={`small q ${styles['nothing']}`}>
          {t(data.length === 0 ? 'replyTemplate.none' : 'replyTemplate.noMatch')}
        </p>
      )}
      <p className={styles['manage']}>
        <Link className="link" to={to.savedReplies()}>
          {t('replyTemplate.manage')}
        </Link>
      </p>
      <span className="sr" role="status">
        {isPending ? '' : t('replyTemplate.count', { smart_count: found.length })}
      </span>
    </Dialog>
  )
}
