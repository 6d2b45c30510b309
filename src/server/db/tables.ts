/** The tables as Kysely sees them. The schema itself is in `migrations/`. */
import type { ColumnType, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { Grounding } from '#exam/bank-file.ts'
import type { Pairs } from '#exam/question.ts'

/** Dates are read as ISO text, `2026-06-30`. */
export type Tables = {
  certifications: {
    id: string
    name: string
    description: string
    family: string
    type: string
    status: string
    retired_on: string | null
    successor: string | null
    successor_id: string | null
    duration_minutes: number | null
    pass_score: number | null
    price_usd: number | null
    question_count: string | null
    outline_of: string | null
    study_guide_url: string | null
    sources: JSONColumnType<Partial<Record<FactName, FactSource>>>
    position: number
  }
  skill_areas: {
    certification_id: string
    position: number
    name: string
    weight_min: number
    weight_max: number
    skills: JSONColumnType<string[]>
  }
  case_studies: { id: string; title: string; content: string }
  questions: {
    id: string
    exam_id: string
    question_type: string
    text: string
    options: JSONColumnType<string[]>
    /** A list, or one of the written forms of `exam/bank-file.ts`. */
    correct_answer: JSONColumnType<string[]>
    explanation: string
    option_explanations: JSONColumnType<(string | null)[]>
    reference: string
    pairs: JSONColumnType<Pairs> | null
    sequence: JSONColumnType<string[]> | null
    case_study_id: string | null
    skill_area: string
    skill: string
    difficulty: number | null
    grounding: JSONColumnType<Grounding> | null
    created_at: ColumnType<Date, Date | string, Date | string>
  }
  content_files: { path: string; sha256: string; loaded_at: ColumnType<Date, Date | string, Date | string> }
  publications: { name: string; version: number }
}

/** The database, or a transaction on it: what a function of `server` may touch. */
export type Db = Kysely<Tables> | Transaction<Tables>
