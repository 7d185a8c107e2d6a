import { Button, IconButton, InputAdornment, Select } from '@mui/material'
import { SHORT_WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { useText } from '../../i18n/text.ts'
import { parseAmount, formatAmount } from '../../components/form/amountInput.ts'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import type { Fields } from '../saving/autosave.ts'
import { AnyOf, Confirm, OneOf, QuestionSet } from './Choices.tsx'
import { FileAnswer } from './FileAnswer.tsx'
import styles from './Form.module.css'
import { LanguagesAnswer } from './LanguagesAnswer.tsx'
import type { Spec } from './spec.ts'
import { TypedInput } from './TypedInput.tsx'
import { helpOf, labelOf, optionOf, textAt, unitOf } from './words.ts'

export type AnswerProps = Readonly<{
  section: SectionName
  listingId: string
  currency: Currency
  spec: Spec
  /** Names down to it, for its words. */
  words: readonly string[]
  /** Where it stands in the section, for what is wrong: `steps/0/text`. */
  at: string
  value: unknown
  errors: Readonly<Record<string, string>>
  onChange: (value: unknown) => void
}>

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const numberOf = (text: string): unknown =>
  /^-?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text
const unitAfter = (unit: string | undefined) =>
  unit === undefined ? undefined : (
    <InputAdornment position="end">
      <span className="c small">{unit}</span>
    </InputAdornment>
  )

const GroupAnswer = (props: AnswerProps & { spec: Extract<Spec, { kind: 'group' }> }) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange } = props
  const values = (value ?? {}) as Fields
  const change = (name: string, part: unknown) => {
    const next = { ...values, [name]: part }
    onChange(Object.values(next).every(isNothing) ? null : next)
  }
  return (
    <QuestionSet
      legend={labelOf(t, section, words)}
      help={helpOf(t, section, words)}
      error={errors[at]}
      className={spec.inline ? styles['inline'] : styles['group']}
    >
      {spec.fields
        .filter(({ when }) => when === undefined || when(values))
        .map((inner) => (
          <Answer
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

const ListAnswer = (props: AnswerProps & { spec: Extract<Spec, { kind: 'list' }> }) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange } = props
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  const { item } = spec
  const isOne = 'kind' in item
  const what = textAt(t, 'fields', section, ...words, 'item') ?? ''
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? null : next)
  const label = labelOf(t, section, words)
  return (
    <QuestionSet
      legend={label}
      help={helpOf(t, section, words)}
      error={errors[at]}
      className={styles['items']}
    >
      {items.length > 0 && (
        <ol className={styles['items']}>
          {items.map((one, index) => (
            // Answers have no names of their own: their place is what they are known by.
            <li key={index}>
              {isOne ? (
                <Answer
                  {...props}
                  spec={item}
                  words={[...words, item.name]}
                  at={`${at}/${index}`}
                  value={one}
                  onChange={(next) => set(items.with(index, next ?? ''))}
                />
              ) : (
                <div className={styles['itemGroup']}>
                  {item.map((inner) => (
                    <Answer
                      key={inner.name}
                      {...props}
                      spec={inner}
                      words={[...words, inner.name]}
                      at={`${at}/${index}/${inner.name}`}
                      value={(one as Fields)[inner.name] ?? null}
                      onChange={(next) => set(items.with(index, { ...(one as Fields), [inner.name]: next }))}
                    />
                  ))}
                </div>
              )}
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
          <Button size="small" onClick={() => onChange([...items, isOne ? '' : {}])}>
            <Icon name="plus" size={16} />
            {textAt(t, 'fields', section, ...words, 'add') ?? t('onboarding.addItem')}
          </Button>
        )}
      </div>
      {spec.none && items.length === 0 && (
        <Confirm
          label={textAt(t, 'fields', section, ...words, 'none') ?? t('onboarding.none')}
          error={undefined}
          value={Array.isArray(value)}
          onChange={(yes) => onChange(yes ? [] : null)}
        />
      )}
    </QuestionSet>
  )
}

/** The control of one question. */
export const Answer = (props: AnswerProps) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange, currency, listingId } = props
  const label = labelOf(t, section, words)
  const shared = { help: helpOf(t, section, words), error: errors[at] }
  const options = (names: readonly (string | number)[]) =>
    names.map((one) => ({
      value: String(one),
      text: optionOf(t, section, words, String(one)),
      detail: textAt(t, 'fields', section, ...words, 'details', String(one)),
    }))
  switch (spec.kind) {
    case 'line':
      return (
        <TypedInput
          label={label}
          {...shared}
          value={value}
          parse={(text) => text}
          onChange={onChange}
          inputProps={{
            maxLength: spec.max,
            ...(spec.autoComplete === undefined ? {} : { autoComplete: spec.autoComplete }),
          }}
        />
      )
    case 'text':
      return (
        <TypedInput
          label={label}
          {...shared}
          value={value}
          parse={(text) => text}
          onChange={onChange}
          rows={3}
          inputProps={{ maxLength: spec.max }}
        />
      )
    case 'phone':
      return (
        <TypedInput
          label={label}
          {...shared}
          type="tel"
          value={value}
          parse={(text) => text.replace(/[\s().-]/g, '')}
          onChange={onChange}
          inputProps={{ maxLength: 30, autoComplete: 'tel' }}
        />
      )
    case 'number':
      return (
        <div style={{ maxWidth: 220 }}>
          <TypedInput
            label={label}
            {...shared}
            value={value}
            parse={numberOf}
            onChange={onChange}
            inputProps={{ inputMode: 'decimal', maxLength: 8 }}
            endAdornment={unitAfter(unitOf(t, section, words))}
          />
        </div>
      )
    case 'amount':
      return (
        <div style={{ maxWidth: 220 }}>
          <TypedInput
            label={label}
            {...shared}
            value={value}
            format={(minor) =>
              typeof minor === 'number' ? formatAmount(minor, currency) : String(minor ?? '')
            }
            parse={(text) => parseAmount(text, currency) ?? text}
            onChange={onChange}
            inputProps={{ inputMode: 'decimal', maxLength: 12 }}
            endAdornment={unitAfter(currency)}
          />
        </div>
      )
    case 'date':
      return (
        <div style={{ maxWidth: 220 }}>
          <TypedInput
            label={label}
            {...shared}
            type="date"
            value={value}
            parse={(text) => text}
            onChange={onChange}
          />
        </div>
      )
    case 'time':
      return (
        <div style={{ maxWidth: 160 }}>
          <TypedInput
            label={label}
            {...shared}
            type="time"
            value={value}
            parse={(text) => text}
            onChange={onChange}
          />
        </div>
      )
    case 'choice':
      return (
        <OneOf legend={label} {...shared} options={options(spec.options)} value={value} onChange={onChange} />
      )
    case 'yesNo':
      return (
        <OneOf
          legend={label}
          {...shared}
          options={[
            { value: 'yes', text: t('onboarding.yes') },
            { value: 'no', text: t('onboarding.no') },
          ]}
          value={value === true ? 'yes' : value === false ? 'no' : null}
          onChange={(one) => onChange(one === 'yes')}
        />
      )
    case 'confirm':
      return <Confirm label={label} {...shared} value={value} onChange={onChange} />
    case 'select':
      return (
        <div style={{ maxWidth: 320 }}>
          <Field label={label} {...shared}>
            {({ error, ...field }) => (
              <Select
                native
                error={error}
                value={typeof value === 'string' ? value : ''}
                onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
                inputProps={field}
              >
                <option value="">{t('onboarding.choose')}</option>
                {options(spec.options).map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )
    case 'several': {
      const chosen = Array.isArray(value) ? value.map(String) : null
      const back = (one: string) => (spec.days ? Number(one) : one)
      return (
        <AnyOf
          legend={label}
          {...shared}
          options={spec.options.map((one) => ({
            value: String(one),
            text: spec.days ? (SHORT_WEEKDAYS[Number(one)] ?? '') : optionOf(t, section, words, String(one)),
          }))}
          value={chosen}
          onChange={(next) => onChange(next?.map(back) ?? null)}
          none={spec.none ? textAt(t, 'fields', section, ...words, 'none') : undefined}
        />
      )
    }
    case 'languages':
      return <LanguagesAnswer label={label} {...shared} value={value} onChange={onChange} />
    case 'file':
      return <FileAnswer label={label} {...shared} listingId={listingId} value={value} onChange={onChange} />
    case 'group':
      return <GroupAnswer {...props} spec={spec} />
    case 'list':
      return <ListAnswer {...props} spec={spec} />
  }
}
