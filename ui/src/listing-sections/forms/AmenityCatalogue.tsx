import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import {
  AMENITY_CODES,
  AMENITY_GROUPS,
  type AmenityCode,
  type AmenityGroup,
} from '@hearth/contracts/listing/sections/amenityCatalogue'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import type { SectionEditor } from '../saving/useSection.ts'
import { formatAmenity } from './amenityWords.ts'
import styles from './Amenities.module.css'
import form from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { QuestionFrame, Question } from '../fields/Question.tsx'
import { useReadOnlyAnswers } from '../fields/readOnlyAnswers.ts'
import { TypedInput } from '../fields/TypedInput.tsx'

const Tick = ({ editor, code }: { editor: SectionEditor; code: AmenityCode }) => {
  const t = useText()
  const [noting, setNoting] = useState(false)
  const name = formatAmenity(code)
  const yes = editor.fields?.[`answers/${code}`] === 'yes'
  const note = editor.fields?.[`notes/${code}`]
  return (
    <li>
      <QuestionFrame editor={editor} section="amenities" name={`answers/${code}`}>
        {() => (
          <label>
            <Checkbox
              label={name}
              checked={yes}
              onChange={() => editor.set(`answers/${code}`, yes ? 'no' : 'yes')}
            />
            <span aria-hidden>{name}</span>
          </label>
        )}
      </QuestionFrame>
      {yes &&
        (noting || typeof note === 'string' ? (
          <div className={styles['note']}>
            <QuestionFrame editor={editor} section="amenities" name={`notes/${code}`}>
              {(errors) => (
                <TypedInput
                  label={t('onboarding.amenities.note', { name })}
                  error={errors[`notes/${code}`]}
                  value={note}
                  parse={(text) => text}
                  onChange={(text) => editor.set(`notes/${code}`, text)}
                  inputProps={{ maxLength: 200 }}
                />
              )}
            </QuestionFrame>
          </div>
        ) : (
          <button
            type="button"
            className={`link ${styles['add']}`}
            onClick={() => setNoting(true)}
            aria-label={t('onboarding.amenities.addNoteTo', { name })}
          >
            {t('onboarding.amenities.addNote')}
          </button>
        ))}
    </li>
  )
}

const Group = ({
  editor,
  group,
  codes,
  whole,
}: {
  editor: SectionEditor
  group: AmenityGroup
  codes: readonly AmenityCode[]
  whole: boolean
}) => {
  const t = useText()
  const ticked = codes.filter((code) => editor.fields?.[`answers/${code}`] === 'yes')
  const setAll = (answer: 'yes' | 'no') => codes.forEach((code) => editor.set(`answers/${code}`, answer))
  const name = t(`onboarding.amenity.groups.${group}`)
  if (useReadOnlyAnswers())
    return ticked.length === 0 ? null : (
      <section className={styles['group']} aria-label={name}>
        <h3>{name}</h3>
        <p>{ticked.map(formatAmenity).join(', ')}</p>
      </section>
    )
  return (
    <section className={styles['group']} aria-label={name}>
      <header>
        <h3>
          {name}{' '}
          <span className="c num small">
            {t('onboarding.count', { done: ticked.length, all: codes.length })}
          </span>
        </h3>
        {whole && (
          <Button
            variant="text"
            size="small"
            aria-label={t('onboarding.amenities.allOf', { name })}
            onClick={() => setAll('yes')}
          >
            {t('onboarding.amenities.all')}
          </Button>
        )}
        {whole && (
          <Button
            variant="text"
            size="small"
            aria-label={t('onboarding.amenities.noneOf', { name })}
            onClick={() => setAll('no')}
          >
            {t('onboarding.none')}
          </Button>
        )}
      </header>
      <ul className={styles['ticks']}>
        {codes.map((code) => (
          <Tick key={code} editor={editor} code={code} />
        ))}
      </ul>
    </section>
  )
}

/** The amenities whose names contain the text, by group; groups without one are left out. */
const findAmenities = (text: string) =>
  (Object.keys(AMENITY_GROUPS) as AmenityGroup[])
    .map((group) => ({
      group,
      codes: (AMENITY_GROUPS[group] as readonly AmenityCode[]).filter((code) =>
        formatAmenity(code).toLowerCase().includes(text.toLowerCase()),
      ),
    }))
    .filter(({ codes }) => codes.length > 0)

/** Every amenity by group, with a search, and the confirmation that the answers are complete. */
export const AmenityCatalogue = ({
  editor,
  listingId,
  currency,
  commentsAt,
}: Omit<FormProps, 'onboarding'>) => {
  const t = useText()
  const readOnly = useReadOnlyAnswers()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const found = findAmenities(wanted)
  const ticked = AMENITY_CODES.filter((code) => editor.fields?.[`answers/${code}`] === 'yes').length
  return (
    <Card
      title={t('onboarding.amenities.catalogue')}
      note={t('onboarding.amenities.ticked', { smart_count: ticked })}
    >
      {!readOnly && (
        <div className={styles['search']}>
          <Field label={t('onboarding.amenities.search')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                type="search"
                value={text}
                onChange={({ target }) => setText(target.value)}
                inputProps={field}
              />
            )}
          </Field>
        </div>
      )}
      {found.length === 0 && (
        <p className={styles['empty']} role="status">
          {t('onboarding.amenities.nothing', { text: wanted })}
        </p>
      )}
      {found.map(({ group, codes }) => (
        <Group key={group} editor={editor} group={group} codes={codes} whole={wanted === ''} />
      ))}
      <div className={form['fields']}>
        <Question
          editor={editor}
          section="amenities"
          listingId={listingId}
          currency={currency}
          spec={{ kind: 'confirm', name: 'confirmedComplete' }}
          comments={commentsAt('confirmedComplete')}
        />
      </div>
    </Card>
  )
}
