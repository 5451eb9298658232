-- How many characters the two texts begin with alike.
CREATE OR REPLACE FUNCTION common_prefix(one text, other text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  least_length int := 0;
  most_length int := least(length(one), length(other));
  half int;
BEGIN
  WHILE least_length < most_length LOOP
    half := (least_length + most_length + 1) / 2;
    IF left(one, half) = left(other, half) THEN least_length := half; ELSE most_length := half - 1; END IF;
  END LOOP;
  RETURN coalesce(least_length, 0);
END $$;
