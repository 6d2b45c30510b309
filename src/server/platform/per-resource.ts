/** Creates a value for each resource, such as a database, when it is first needed, and keeps it as long as the resource exists. */
export function createPerResource<Resource extends object, Value>(create: (resource: Resource) => Value): (resource: Resource) => Value {
  const values = new WeakMap<Resource, Value>()
  return (resource) => {
    const existing = values.get(resource)
    if (existing !== undefined) return existing
    const value = create(resource)
    values.set(resource, value)
    return value
  }
}
