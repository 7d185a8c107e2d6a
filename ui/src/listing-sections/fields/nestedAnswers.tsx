import type { ComponentType } from 'react'
import { Button, IconButton } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import type { Fields } from '../saving/autosave.ts'
import type { AnswerOf, AnswerProps } from './answerProps.ts'
import { Confirm, QuestionSet } from './Choices.tsx'
import styles from './Form.module.css'
import { findHelp, findLabel, findText } from './words.ts'

/** The component for the answers inside; a parameter, since those may be nested again. */
type Nested = { Inner: ComponentType<AnswerProps> }

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

export const GroupAnswer = ({ Inner, ...props }: AnswerOf<'group'> & Nested) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange } = props
  const values = (value ?? {}) as Fields
  const change = (name: string, part: unknown) => {
    const next = { ...values, [name]: part }
    onChange(Object.values(next).every(isNothing) ? null : next)
  }
  return (
    <QuestionSet
      legend={findLabel(t, section, words)}
      help={findHelp(t, section, words)}
      error={errors[at]}
      className={spec.inline ? styles['inline'] : styles['group']}
    >
      {spec.fields
        .filter(({ when }) => when === undefined || when(values))
        .map((inner) => (
          <Inner
            key={inner.name}
            {...props}
            spec={inner}
            words={[...words, inner.name]}
            at={`${at}/${inner.name}`}
            value={values[inner.name] ?? null}
            onChange={(part) => change(inner.name, part)}
          />
        ))}
    </QuestionSet>
  )
}

/** One item of a list: a single answer, or several side by side. */
const ListItem = ({ Inner, ...props }: AnswerOf<'list'> & Nested) => {
  const { spec, words, at, value, onChange } = props
  const { item } = spec
  if ('kind' in item)
    return (
      <Inner {...props} spec={item} words={[...words, item.name]} onChange={(next) => onChange(next ?? '')} />
    )
  const values = value as Fields
  return (
    <div className={styles['itemGroup']}>
      {item.map((inner) => (
        <Inner
          key={inner.name}
          {...props}
          spec={inner}
          words={[...words, inner.name]}
          at={`${at}/${inner.name}`}
          value={values[inner.name] ?? null}
          onChange={(next) => onChange({ ...values, [inner.name]: next })}
        />
      ))}
    </div>
  )
}

export const ListAnswer = (props: AnswerOf<'list'> & Nested) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange } = props
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  const what = findText(t, 'fields', section, ...words, 'item') ?? ''
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? null : next)
  const legend = findLabel(t, section, words)
  return (
    <QuestionSet
      legend={legend}
      help={findHelp(t, section, words)}
      error={errors[at]}
      className={styles['items']}
    >
      {items.length > 0 && (
        <ol className={styles['items']}>
          {items.map((one, index) => (
            // Answers have no ids: their index identifies them.
            <li key={index}>
              <ListItem
                {...props}
                at={`${at}/${index}`}
                value={one}
                onChange={(next) => set(items.with(index, next))}
              />
              <IconButton
                aria-label={t('onboarding.removeItem', { what, number: index + 1 })}
                onClick={() => set(items.toSpliced(index, 1))}
              >
                <Icon name="trash" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <div className={styles['actions']}>
        {items.length < spec.max && (
          <Button size="small" onClick={() => onChange([...items, 'kind' in spec.item ? '' : {}])}>
            <Icon name="plus" size={16} />
            {findText(t, 'fields', section, ...words, 'add') ?? t('onboarding.addItem')}
          </Button>
        )}
      </div>
      {spec.none && items.length === 0 && (
        <Confirm
          label={findText(t, 'fields', section, ...words, 'none') ?? t('onboarding.none')}
          error={undefined}
          value={Array.isArray(value)}
          onChange={(yes) => onChange(yes ? [] : null)}
        />
      )}
    </QuestionSet>
  )
}
