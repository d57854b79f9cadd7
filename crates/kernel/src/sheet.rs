//! Files of a pack that are tables: comma-separated, with a header line.

use crate::{File, Files, PackFault};
use csv::{DeserializeErrorKind, ErrorKind, ReaderBuilder, StringRecord};
use serde::{
    Deserializer,
    de::{DeserializeOwned, Error, Visitor, value},
    forward_to_deserialize_any,
};
use std::ops::{Deref, RangeInclusive};

/// The longest table of a pack.
const LONGEST_SHEET: usize = 1 << 20;

/// At most this many faults of one table are reported.
const MOST_FAULTS: usize = 50;

/// A file read as a table.
#[derive(Clone, Debug)]
pub struct Sheet<'a, T> {
    /// The file.
    pub file: File<'a>,
    /// The rows below the header line.
    pub rows: Vec<Row<'a, T>>,
}

impl<T> Sheet<'_, T> {
    /// Something wrong with the table as a whole; it is reported for the header line.
    pub fn fault(&self, message: impl Into<String>) -> PackFault {
        self.file.fault(0..0, message)
    }
}

/// Reads the files of a pack one after the other and collects all that is wrong with them.
///
/// ```
/// use kernel::{Files, PackReader};
/// #[derive(serde::Deserialize)]
/// struct Good { name: String, price: u8 }
///
/// let files = Files::new([("goods.csv", "name,price\nFish,3\n"), ("notes.txt", "")]);
/// let mut reader = PackReader::new(&files, &["goods.csv"], "a pack is goods.csv; this file belongs to none");
/// assert!(reader.sheet::<Good>("goods.csv", 2..=6, "FUN-DATA-1").is_none());
/// let faults: Vec<String> = reader.faults.iter().map(|fault| fault.to_string()).collect();
/// assert_eq!(faults, [
///     "notes.txt: a pack is goods.csv; this file belongs to none",
///     "goods.csv:1: below the header this file has from 2 to 6 rows, not 1 (FUN-DATA-1)",
/// ]);
/// ```
pub struct PackReader<'a> {
    files: &'a Files,
    /// What was wrong so far.
    pub faults: Vec<PackFault>,
}

impl<'a> PackReader<'a> {
    /// A reader of these files. Those that do not belong to a pack are faults, with this message.
    pub fn new(files: &'a Files, known: &[&str], message: &str) -> PackReader<'a> {
        PackReader { files, faults: files.strangers(known, message) }
    }

    /// A table with so many rows, or nothing and a fault that names this clause.
    pub fn sheet<T: DeserializeOwned>(&mut self, name: &str, rows: RangeInclusive<usize>, clause: &str) -> Option<Sheet<'a, T>> {
        let sheet = match self.files.get(name).map_err(|fault| vec![fault]).and_then(File::csv::<T>) {
            Ok(sheet) => sheet,
            Err(faults) => {
                self.faults.extend(faults);
                return None;
            }
        };
        if !rows.contains(&sheet.rows.len()) {
            let (least, most, found) = (rows.start(), rows.end(), sheet.rows.len());
            let many = if least == most { format!("{least}") } else { format!("from {least} to {most}") };
            self.faults.push(sheet.fault(format!("below the header this file has {many} rows, not {found} ({clause})")));
            return None;
        }
        Some(sheet)
    }

    /// A file read as TOML of this shape, or nothing and a fault.
    pub fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<(File<'a>, T)> {
        let read = self.files.get(name).and_then(|file| Ok((file, file.toml::<T>()?)));
        read.map_err(|fault| self.faults.push(fault)).ok()
    }
}

/// One row of a table. It derefs to its cells.
#[derive(Clone, Debug)]
pub struct Row<'a, T> {
    file: File<'a>,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The cells by column.
    pub cells: T,
}

impl<T> Row<'_, T> {
    /// Something wrong with this row.
    pub fn fault(&self, message: impl Into<String>) -> PackFault {
        PackFault { line: Some(self.line), ..self.file.fault(0..0, message) }
    }
}

impl<T> Deref for Row<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.cells
    }
}

impl<'a> File<'a> {
    /// The file read as comma-separated values: a header line that names exactly the fields of `T`, in any order, and then a row
    /// on each line. All faults are reported, each with its line.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Good { name: String, price: Option<u8> }
    ///
    /// let files = kernel::Files::new([("goods.csv", "name,price\nFish,3\n\"Ore, raw\",\n")]);
    /// let sheet = files.get("goods.csv").unwrap().csv::<Good>().unwrap();
    /// let goods: Vec<_> = sheet.rows.iter().map(|good| (good.line, good.name.as_str(), good.price)).collect();
    /// assert_eq!(goods, [(2, "Fish", Some(3)), (3, "Ore, raw", None)]);
    /// ```
    pub fn csv<T: DeserializeOwned>(self) -> Result<Sheet<'a, T>, Vec<PackFault>> {
        let text = self.text();
        if text.len() > LONGEST_SHEET {
            return Err(vec![self.fault(0..0, format!("a table of a pack has at most {LONGEST_SHEET} bytes"))]);
        }
        let mut reader = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        let headers = reader.headers().map_err(|error| vec![self.fault(0..0, error.to_string())])?.clone();
        let wrong = misnamed::<T>(&headers);
        if !wrong.is_empty() {
            return Err(wrong.into_iter().map(|message| self.fault(0..0, message)).collect());
        }
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        let (mut counted, mut line) = (0, 1);
        let mut record = StringRecord::new();
        while faults.len() < MOST_FAULTS {
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    faults.push(self.fault(text.len()..text.len(), error.to_string()));
                    break;
                }
            }
            // A record's position is the end of the one before it, so line ends and empty lines may come first.
            let place = record.position().map_or(counted, |place| place.byte() as usize).clamp(counted, text.len());
            let rest = &text.as_bytes()[place..];
            let begins = place + rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
            line += text.as_bytes()[counted..begins].iter().filter(|byte| **byte == b'\n').count();
            counted = begins;
            match cells(&record, &headers) {
                Ok(cells) => rows.push(Row { file: self, line, cells }),
                Err(message) => faults.push(PackFault { line: Some(line), ..self.fault(0..0, message) }),
            }
        }
        if faults.is_empty() { Ok(Sheet { file: self, rows }) } else { Err(faults) }
    }
}

/// The cells of one record, or what is wrong with them.
fn cells<T: DeserializeOwned>(record: &StringRecord, headers: &StringRecord) -> Result<T, String> {
    if record.len() != headers.len() {
        let (cells, columns) = (record.len(), headers.len());
        return Err(format!("this row has {cells} cells, but the header names {columns} columns: a comma too many or too few?"));
    }
    record.deserialize(Some(headers)).map_err(|error| {
        let ErrorKind::Deserialize { err, .. } = error.kind() else { return error.to_string() };
        let column = err.field().and_then(|field| Some((headers.get(field as usize)?, record.get(field as usize)?)));
        match (err.kind(), column) {
            (DeserializeErrorKind::ParseInt(_), Some((column, cell))) => {
                format!("`{cell}` in the column `{column}` is not a whole number that can stand there")
            }
            (_, Some((column, _))) => format!("column `{column}`: {}", err.kind()),
            (kind, None) => kind.to_string(),
        }
    })
}

/// What is wrong with the names of the columns.
fn misnamed<T: DeserializeOwned>(headers: &StringRecord) -> Vec<String> {
    let Some(columns) = columns::<T>() else { return Vec::new() };
    let all = columns.join(",");
    let missing = columns.iter().filter(|column| headers.iter().all(|header| header != **column));
    let mut wrong: Vec<String> =
        missing.map(|column| format!("the column `{column}` is missing: the header line is {all}")).collect();
    for (place, header) in headers.iter().enumerate().take(2 * columns.len()) {
        if !columns.contains(&header) {
            wrong.push(format!("`{header}` is not a column of this table: the header line is {all}"));
        } else if headers.iter().take(place).any(|earlier| earlier == header) {
            wrong.push(format!("the column `{header}` stands twice in the header line"));
        }
    }
    wrong
}

/// The names of the fields of `T`.
fn columns<T: DeserializeOwned>() -> Option<&'static [&'static str]> {
    let mut found = None;
    let _ = T::deserialize(Columns(&mut found));
    found
}

/// A deserializer that reads nothing but notes which fields are requested.
struct Columns<'a>(&'a mut Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Columns<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("a row is a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        *self.0 = Some(fields);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use crate::Files;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Price {
        good: String,
        #[expect(dead_code)]
        price: Option<u8>,
    }

    /// The line and the first cell of each row.
    fn read(text: &str) -> Result<Vec<(usize, String)>, Vec<String>> {
        let files = Files::new([("prices.csv", text)]);
        let sheet = files.get("prices.csv").unwrap().csv::<Price>();
        let sheet = sheet.map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok(sheet.rows.into_iter().map(|row| (row.line, row.cells.good)).collect())
    }

    #[test]
    fn a_row_knows_its_line() {
        let rows = |text| read(text).unwrap();
        let owned = |rows: &[(usize, &str)]| rows.iter().map(|(line, good)| (*line, (*good).to_owned())).collect::<Vec<_>>();
        assert_eq!(rows("good,price\nfish,3\nmeat,\n"), owned(&[(2, "fish"), (3, "meat")]));
        assert_eq!(rows("price,good\r\n3,fish\r\n\r\n,meat"), owned(&[(2, "fish"), (4, "meat")]), "line ends and empty lines");
        assert_eq!(rows("\n\ngood,price\n\"fish,\n\"\"fresh\"\"\",1\nmeat,2\n"), owned(&[(4, "fish,\n\"fresh\""), (6, "meat")]));
        assert_eq!(rows("\u{feff}good,price\nfish,3\n"), owned(&[(2, "fish")]), "a byte order mark");
        assert_eq!(rows("good,price\n"), []);
    }

    #[test]
    fn every_bad_row_is_told_with_its_line() {
        let faults = read("good,price\nfish,many\nmeat,3\ngrain\nwood,1,2\noil,300\n").unwrap_err();
        let told = [
            "prices.csv:2: `many` in the column `price` is not a whole number that can stand there",
            "prices.csv:4: this row has 1 cells, but the header names 2 columns: a comma too many or too few?",
            "prices.csv:5: this row has 3 cells, but the header names 2 columns: a comma too many or too few?",
            "prices.csv:6: `300` in the column `price` is not a whole number that can stand there",
        ];
        assert_eq!(faults, told);
    }

    #[test]
    fn the_header_names_each_column_once() {
        let missing = "prices.csv:1: the column `price` is missing: the header line is good,price";
        assert_eq!(read("good\nfish\n").unwrap_err(), [missing]);
        let unknown = "prices.csv:1: `prise` is not a column of this table: the header line is good,price";
        assert_eq!(read("good,prise\nfish,3\n").unwrap_err(), [missing, unknown]);
        let twice = "prices.csv:1: the column `good` stands twice in the header line";
        assert_eq!(read("good,price,good\nfish,3,fish\n").unwrap_err(), [twice]);
        assert_eq!(read("").unwrap_err().len(), 2, "no header at all");
    }

    #[test]
    fn a_table_is_not_endless() {
        let fault = read(&"good,price\n".repeat(100_000)).unwrap_err();
        assert_eq!(fault, ["prices.csv:1: a table of a pack has at most 1048576 bytes"]);
        assert_eq!(read(&format!("good,price\n{}", "fish\n".repeat(1000))).unwrap_err().len(), super::MOST_FAULTS);
    }
}
