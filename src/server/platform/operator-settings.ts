/**
 * Who operates the site, for the legal notice. Several countries, such as France (Loi pour la confiance dans l’économie numérique), require
 * this notice.
 */
import { z } from 'zod'

/** Only what the operator has set. */
export type Operator = {
  name?: string | undefined
  /** Postal address on one line. */
  address?: string | undefined
  phone?: string | undefined
  /** The person who is responsible for what is published. */
  director?: string | undefined
  /** Name, address, and phone number of the company that hosts the server. */
  host?: string | undefined
}

const lengthMax = 300
const line = (name: string) => z.string().trim().max(lengthMax, `${name} must have at most ${lengthMax} characters`).optional()

export const operatorVariables = {
  OPERATOR_NAME: line('OPERATOR_NAME'),
  OPERATOR_ADDRESS: line('OPERATOR_ADDRESS'),
  OPERATOR_PHONE: line('OPERATOR_PHONE'),
  PUBLICATION_DIRECTOR: line('PUBLICATION_DIRECTOR'),
  HOSTING_PROVIDER: line('HOSTING_PROVIDER'),
}

type Values = { [Name in keyof typeof operatorVariables]?: string | undefined }

export function operatorOf(values: Values): Operator {
  return {
    name: values.OPERATOR_NAME,
    address: values.OPERATOR_ADDRESS,
    phone: values.OPERATOR_PHONE,
    director: values.PUBLICATION_DIRECTOR,
    host: values.HOSTING_PROVIDER,
  }
}
