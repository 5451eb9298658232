-- expand
-- Words of names and titles in small letters without accents. A pending list would hold up who searches. Of what was
-- deleted there is none.
CREATE INDEX CONCURRENTLY "users_by_words" ON "users" USING gin (to_tsvector('simple'::regconfig, lower(translate(CASE WHEN "deleted_at" IS NULL THEN "name" END, 'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ’‘´`', 'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy    '))))
  WITH (fastupdate = off);
CREATE INDEX CONCURRENTLY "raffles_by_words" ON "raffles" USING gin (to_tsvector('simple'::regconfig, lower(translate(CASE WHEN "deleted_at" IS NULL THEN "title" || ' ' || replace("slug", '-', ' ') END, 'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ’‘´`', 'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy    '))))
  WITH (fastupdate = off);
