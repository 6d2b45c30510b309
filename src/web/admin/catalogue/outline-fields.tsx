/** The skill areas of an outline: their names, weights, skills, and order. */
import { useRef, useState } from 'react'
import { Field, FieldMessages, InputField } from '#web/ui/forms/field.tsx'
import type { FieldIssue } from '#web/admin/call-api.ts'
import { MoveButtons } from '#web/admin/move-buttons.tsx'
import { moveEntry } from '#web/admin/move-entry.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { AreaDraft } from './certification-draft.ts'

type Props = { areas: readonly AreaDraft[]; errors: readonly FieldIssue[]; onChange: (areas: readonly AreaDraft[]) => void }

export function OutlineFields({ areas, errors, onChange }: Props) {
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const outlineErrors = errors.filter(({ field }) => field === 'skill_areas')
  /** Moves the focus after a control moved or disappeared. */
  const focusOn = (selector: string) => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const nameOf = (area: AreaDraft, i: number) => area.name.trim() || catalogueAdmin.area(i + 1)

  const move = (area: AreaDraft, from: number, to: number) => {
    onChange(moveEntry(areas, from, to))
    setAnnouncement(catalogueAdmin.moved(nameOf(area, from), to + 1, areas.length))
    focusOn(`[data-area="${area.key}"] [data-act="${to < from ? 'up' : 'down'}"]`)
  }
  const remove = (area: AreaDraft, i: number) => {
    onChange(areas.toSpliced(i, 1))
    setAnnouncement(catalogueAdmin.willBeRemoved(nameOf(area, i)))
    const next = areas[i + 1] ?? areas[i - 1]
    if (next) focusOn(`[data-area="${next.key}"] input`)
    else addButton.current?.focus()
  }
  const add = () => {
    const key = Math.max(-1, ...areas.map((area) => area.key)) + 1
    onChange([...areas, { key, was: undefined, name: '', from: '', to: '', skills: '' }])
    focusOn(`[data-area="${key}"] input`)
  }

  return (
    <>
      {outlineErrors.map(({ reason }) => (
        <FieldMessages key={reason} problem={catalogueAdmin.reason(catalogueAdmin.outline, reason)} />
      ))}
      <ol className="flow" role="list" ref={list}>
        {areas.map((area, i) => (
          <li key={area.key} data-area={area.key}>
            <AreaFields
              area={area}
              position={i}
              total={areas.length}
              name={nameOf(area, i)}
              errors={errors}
              onChange={(changes) => onChange(areas.with(i, { ...area, ...changes }))}
              onMove={(to) => move(area, i, to)}
              onTakeOut={() => remove(area, i)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <p>
        <button className="button" type="button" ref={addButton} onClick={add}>
          {catalogueAdmin.addArea}
        </button>
      </p>
    </>
  )
}

type AreaProps = {
  area: AreaDraft
  position: number
  total: number
  name: string
  errors: readonly FieldIssue[]
  onChange: (changes: Partial<AreaDraft>) => void
  onMove: (to: number) => void
  onTakeOut: () => void
}

function AreaFields({ area, position, total, name, errors, onChange, onMove, onTakeOut }: AreaProps) {
  const reasonOf = (field: string, label: string) => {
    const path = `skill_areas.${position}.${field}`
    const error = errors.find((refusal) => refusal.field === path || refusal.field.startsWith(`${path}.`))
    return error && catalogueAdmin.reason(label, error.reason)
  }
  const input = (field: 'name' | 'from' | 'to', label: string, problem: string | undefined) => (
    <InputField
      label={label}
      problem={problem}
      value={area[field]}
      inputMode={field === 'name' ? undefined : 'decimal'}
      onType={(text) => onChange({ [field]: text })}
    />
  )
  return (
    <fieldset className="area flow">
      <legend>{catalogueAdmin.area(position + 1)}</legend>
      {input('name', catalogueAdmin.areaName, reasonOf('name', catalogueAdmin.areaName) ?? reasonOf('was', catalogueAdmin.areaName))}
      <div className="split weights">
        {input('from', catalogueAdmin.from, reasonOf('weight_min', catalogueAdmin.from))}
        {input('to', catalogueAdmin.to, reasonOf('weight_max', catalogueAdmin.to))}
      </div>
      <Field label={catalogueAdmin.skills} problem={reasonOf('skills', catalogueAdmin.skills)}>
        {(control) => <textarea {...control} rows={6} value={area.skills} onChange={({ target }) => onChange({ skills: target.value })} />}
      </Field>
      <div className="row">
        <MoveButtons name={name} position={position} total={total} onMove={onMove} />
        <button className="button" data-kind="quiet" type="button" onClick={onTakeOut}>
          <Icon name="cross" /> {catalogueAdmin.remove}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
    </fieldset>
  )
}
