-- 'Carros' and 'carros' are one category. Capitals with accents are told by hand, for lower() leaves them in a database of the C locale.
CREATE FUNCTION category_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(normalize(name, NFKC), 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'áàâãäéèêëíìîïóòôõöúùûüçñ'));

-- Of those that were told apart by their case, the first keeps its name.
UPDATE "raffle_categories" c SET name = left(c.name, 70) || ' (' || right(c.id::text, 6) || ')', updated_at = now()
FROM (
  SELECT id, row_number() OVER (PARTITION BY category_key(name) ORDER BY created_at, id) AS place FROM "raffle_categories"
) named
WHERE named.id = c.id AND named.place > 1;

CREATE UNIQUE INDEX "raffle_categories_key" ON "raffle_categories" (category_key("name"));
